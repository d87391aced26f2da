// A Web Worker with the engine. It answers one question at a time. A message {name, question} asks
// a question. The worker sends {started: true} when the engine is loaded. Then it sends a message
// {object} with a JSON text for each object of the answer, and at the end {done: true, bytes}. The
// number bytes is the size of the engine's memory, which never shrinks. The message {missing, network}
// says why the engine could not be loaded, and whether no server answered. The message {fatal} says why the
// engine ended. The query ?printer in the address of the worker stands for the engine that also makes PDF
// documents.
import "../../engine/wasm_exec.js"; // defines Go, and fs for what a Go program prints
import { giveFiles } from "./files.js";

const program = new URL(import.meta.url).search === "?printer" ? "printer.wasm.gz" : "engine.wasm.gz";

let printed = ""; // the engine prints only the reason why it ends
globalThis.fs.writeSync = (_, bytes) => {
  printed += new TextDecoder().decode(bytes);
  return bytes.length;
};
giveFiles(globalThis.fs);

const engine = start();
engine.catch(() => {
  /* the next question reports it */
});

async function start() {
  const packed = await fetch(new URL(`../../engine/${program}`, import.meta.url)).catch(reason => {
    throw Object.assign(reason, { network: true });
  });
  if (!packed.ok) throw new Error(`${program}: the server answers ${packed.status}`);
  // If the server declares the compression, the browser has already uncompressed the file. The engine is compiled
  // while it arrives.
  const [ahead, whole] = /** @type {ReadableStream} */ (packed.body).tee();
  const reader = ahead.getReader();
  const { value: first } = await reader.read();
  reader.cancel();
  const gzipped = first?.[0] === 0x1f && first[1] === 0x8b;
  const stream = gzipped ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  const response = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject);
  go.run(instance).then(ended, ended);
  return /** @type {WebAssembly.Memory} */ (instance.exports.mem);
}

function ended(reason) {
  postMessage({ fatal: printed.split("\n", 1)[0] || String(reason ?? "it ended") });
}

addEventListener("message", async ({ data: { name, question } }) => {
  let memory;
  try {
    memory = await engine;
  } catch (reason) {
    postMessage({ missing: reason.message, network: Boolean(reason.network) });
    return;
  }
  postMessage({ started: true });
  try {
    await counterproofAsk(name, question, object => postMessage({ object }));
    postMessage({ done: true, bytes: memory.buffer.byteLength });
  } catch (reason) {
    ended(reason);
  }
});
