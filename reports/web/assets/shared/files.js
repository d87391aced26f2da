// A file system in memory for a Go program in the browser. The library that writes PDF documents keeps
// its font in temporary files for a moment.

// giveFiles replaces the functions of fs that open, read and write files. Their last argument is a
// function that takes an error, or null and a result, as in Node.js.
export function giveFiles(fs) {
  const nodes = /** @type {Map<string, Uint8Array | null>} */ (new Map([["/", null]])); // bytes by path; null stands for a folder
  const open = new Map(); // by number: {path, at}
  let last = 2; // the first three numbers are the standard streams
  const flags = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
  const fail = code => {
    throw Object.assign(new Error(code), { code });
  };
  const clean = path => path.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
  const has = path => {
    if (!nodes.has(path)) fail("ENOENT");
  };
  const within = path => [...nodes.keys()].filter(name => name !== path && name.startsWith(path === "/" ? "/" : `${path}/`));
  const stat = path => {
    has(path);
    const bytes = nodes.get(path),
      folder = bytes === null,
      size = bytes?.length ?? 0;
    return {
      dev: 0,
      ino: 0,
      mode: folder ? 0o40777 : 0o100666,
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      size,
      blksize: 4096,
      blocks: 0,
      atimeMs: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      isDirectory: () => folder,
    };
  };
  const content = file => /** @type {Uint8Array} */ (nodes.get(file.path));
  const calls = {
    mkdir: path => (nodes.has(path) ? fail("EEXIST") : nodes.set(path, null)),
    open(path, how) {
      if (!nodes.has(path) && how & flags.O_CREAT) nodes.set(path, new Uint8Array());
      has(path);
      if (how & flags.O_TRUNC) nodes.set(path, new Uint8Array());
      open.set(++last, { path, at: 0 });
      return last;
    },
    close: number => {
      open.delete(number);
    },
    fstat: number => stat(open.get(number)?.path),
    stat,
    lstat: stat,
    read(number, buffer, offset, length, position) {
      const file = open.get(number) ?? fail("EBADF"),
        from = position ?? file.at;
      const part = content(file).subarray(from, from + length);
      buffer.set(part, offset);
      if (position === null || position === undefined) file.at += part.length;
      return part.length;
    },
    readdir: path => {
      has(path);
      return within(path)
        .map(name => name.slice(path.length).replace(/^\//, ""))
        .filter(name => !name.includes("/"));
    },
    unlink: path => {
      has(path);
      if (nodes.get(path) === null) fail("EISDIR");
      nodes.delete(path);
    },
    rmdir: path => {
      has(path);
      if (within(path).length) fail("ENOTEMPTY");
      nodes.delete(path);
    },
  };
  const streams = fs.write.bind(fs);
  const write = (number, buffer, offset, length, position) => {
    const file = open.get(number) ?? fail("EBADF"),
      before = content(file),
      from = position ?? file.at;
    const after = new Uint8Array(Math.max(before.length, from + length));
    after.set(before);
    after.set(buffer.subarray(offset, offset + length), from);
    nodes.set(file.path, after);
    if (position === null || position === undefined) file.at += length;
    return length;
  };
  const answered =
    call =>
    (...all) => {
      const done = all.pop();
      let result;
      try {
        if (typeof all[0] === "string") all[0] = clean(all[0]);
        result = call(...all);
      } catch (error) {
        return done(error);
      }
      return done(null, result);
    };
  for (const [name, call] of Object.entries(calls)) fs[name] = answered(call);
  const toFile = answered(write);
  fs.write = (number, ...all) => (number <= 2 ? streams(number, ...all) : toFile(number, ...all));
  fs.constants = flags;
}
