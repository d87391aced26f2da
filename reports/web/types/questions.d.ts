// The questions of pages and the objects of their answers, from the structs of the Go package bench/ask.
// Written by go test ./bench/ask -run TestTypes -update.

// Questions has the fields of each question.
export interface Questions {
  board: About;
  certificate: Certifying;
  check: Checking;
  compare: Comparing;
  control: Controlling;
  correct: Playing;
  count: Counting;
  daily: Dating;
  day: Day;
  deduce: Deducing;
  events: Reminding;
  explain: Explaining;
  first: Retracing;
  formula: Writing;
  generate: Generating;
  guess: Guessing;
  hint: Hinting;
  marginals: Sharing;
  orbit: Orbiting;
  path: Following;
  pdf: Printing;
  picture: Picturing;
  place: Placing;
  puzzles: {};
  rate: Grading;
  repair: Repairing;
  solve: Solving;
}

// Answers has the last object of the answer to each question.
export interface Answers {
  board: Board;
  certificate: Certified;
  check: Checked;
  compare: Compared;
  control: Control;
  correct: Correct;
  count: Record;
  daily: Made;
  day: Menu;
  deduce: Deduced;
  events: Events;
  explain: Explained;
  first: First;
  formula: Written;
  generate: Made;
  guess: Guess;
  hint: Hint;
  marginals: Shared;
  orbit: Orbit;
  path: Placed;
  pdf: Printed;
  picture: Drawn;
  place: Placed;
  puzzles: Puzzles;
  rate: Rating;
  repair: Report;
  solve: End;
}

// Parts has the earlier objects of the answers that have such objects.
export interface Parts {
  certificate: Progress;
  count: Progress;
  explain: Progress;
  generate: Trying;
  marginals: Progress;
  path: Step;
  repair: Mending;
  solve: Progress | Found;
}

export interface About {
  puzzle?: string;
  instance?: string;
}

export interface Board {
  puzzle: string;
  title: string;
  instance: string;
  label?: string;
  size?: string;
  sites: number[];
  text: string;
  svg?: string;
  width?: number;
  height?: number;
  layout?: Layout;
  paired?: boolean;
  names: string[];
  values: number[];
  value_names: string[][];
  looks?: Look[][];
  spots?: Spot[];
  table?: Table;
  fixed: number[];
  pieces?: Piece[];
  toggles?: Toggles;
  neighbours?: number[][];
  reveals?: Reveal[];
  levels: string[];
  obstacle?: string;
  warnings: string[];
}

export interface Certified {
  count: string;
  name: string;
  zip: string;
}

export interface Certifying {
  puzzle?: string;
  instance?: string;
  method?: string;
}

export interface Checked {
  verdict?: string;
  complete: boolean;
  solved: boolean;
  rule?: string;
  sites: number[];
  entries: number[];
  clues: Clue[];
}

export interface Checking {
  puzzle?: string;
  instance?: string;
  entries?: number[];
  solution?: string;
  partial?: string;
  values?: boolean;
  search?: boolean;
  brief?: boolean;
}

export interface Clue {
  name: string;
  areas: Spot[];
  note: number;
}

export interface CodeLine {
  text: string;
  at: number;
}

export interface Compared {
  compared: string;
  disagree: boolean;
  problems: string[];
}

export interface Comparing {
  records?: Record[];
}

export interface Control {
  code: CodeLine[];
  values: string[];
  positions: string[];
  jumps: Jump[];
  structures?: Structure[];
  steps?: number[][];
  edge_list: string;
  instance: string;
}

export interface Controlling {
  kind?: string;
  branches?: number;
  text?: string;
}

export interface Correct {
  correct: boolean;
  limited?: boolean;
}

export interface Counting {
  puzzle?: string;
  instance?: string;
  method?: string;
  limit?: number;
  seconds?: number;
  given?: string;
  sets?: boolean;
}

export interface Cover {
  name: string;
  lo: number;
  hi: number;
  shared: boolean;
}

export interface Dating {
  puzzle?: string;
  date?: string;
}

export interface Day {
  date?: string;
}

export interface Deduced {
  verdict: string;
  level?: string;
  technique?: string;
  moves: Hint[];
  svg?: string;
  state: string;
}

export interface Deducing {
  puzzle?: string;
  instance?: string;
  seed?: number;
  any_order?: boolean;
  picture?: number;
}

export interface Drawn {
  svg: string;
  text: string;
}

export interface End {
  done: boolean;
  number: number;
  all: boolean;
}

export interface Events {
  text: string;
}

export interface Explained {
  facts: Fact[];
  svg?: string;
}

export interface Explaining {
  puzzle?: string;
  instance?: string;
  limit?: number;
  seconds?: number;
  given?: string;
  marginals?: boolean;
}

export interface Fact {
  name: string;
  value: any;
  text: string;
}

export interface First {
  site: number;
  limited?: boolean;
}

export interface Following {
  puzzle?: string;
  instance?: string;
  state?: string;
  choose?: number[];
  rest?: boolean;
}

export interface Found {
  solutions: string[];
}

export interface Generating {
  puzzle?: string;
  size?: string;
  seed?: number;
  difficulty?: string;
  minimal?: boolean;
  full?: boolean;
}

export interface Grading {
  puzzle?: string;
  instance?: string;
  seconds?: number;
}

export interface Group {
  title?: string;
  rows: Row[];
  distinct: boolean;
}

export interface Guess {
  readings: Reading[];
  problems: Unread[];
}

export interface Guessing {
  text?: string;
  puzzle?: string;
}

export interface Hint {
  wrong: boolean;
  notes?: Notes;
  searched: boolean;
  forced: boolean;
  limited: boolean;
  level?: string;
  rule?: string;
  text: string;
  sites: number[];
  placed: number[][];
  removed: number[][];
  facts?: number[][];
  given?: boolean;
}

export interface Hinting {
  puzzle?: string;
  instance?: string;
  entries?: number[];
  left?: number[][];
}

export interface Jump {
  from: number;
  to: number;
  error: boolean;
  plain: number;
  found: number;
}

export interface Layout {
  h: number;
  w: number;
  cell: number[];
  box?: number[];
}

export interface Look {
  fill?: string;
  text?: string;
  ink?: string;
  mark?: string;
}

export interface Made {
  puzzle: string;
  instance: string;
  level?: string;
  size?: string;
  date?: string;
  weekday?: string;
  version?: number;
  reason?: string;
  solution?: string;
  count?: string;
  clues?: number;
  moves?: number;
}

export interface Mending {
  progress: boolean;
  solutions: number;
  searches: number;
  size: number;
  at_least: number;
}

export interface Menu {
  date: string;
  weekday: string;
  first: string;
  puzzles: MenuEntry[];
}

export interface MenuEntry {
  puzzle: string;
  title: string;
  kind: string;
}

export interface NamedSize {
  name: string;
  size: string;
  first?: boolean;
}

export interface Notes {
  sites: number[];
  text: string;
}

export interface Orbit {
  instance: string;
  orbit: string;
}

export interface Orbiting {
  puzzle?: string;
  instance?: string;
}

export interface Part {
  cover: number;
  colour?: string;
}

export interface Picturing {
  puzzle?: string;
  instance?: string;
  solution?: string;
}

export interface Piece {
  name: string;
  lo: number;
  hi: number;
  values: number[];
  shapes: number[][][];
  only?: number[];
}

export interface Placed {
  made?: Hint;
  state: string;
  verdict: string;
  moves: Hint[];
  more: boolean;
  svg?: string;
}

export interface Placing {
  puzzle?: string;
  instance?: string;
  state?: string;
  choose?: number;
  picture?: number;
}

export interface Playing {
  puzzle?: string;
  instance?: string;
  entries?: number[];
}

export interface Printed {
  pdf: string;
}

export interface Printing {
  puzzle?: string;
  instance?: string;
  sheet?: boolean;
}

export interface Progress {
  progress: boolean;
  solutions: number;
  nodes: number;
  conflicts?: number;
}

export interface Puzzle {
  name: string;
  title: string;
  rules: string;
  sites: string;
  example: string;
  formats: string[];
  methods: string[];
  levels: string[];
  level_words: { [name: string]: string };
  generates: boolean;
  size?: string;
  sizes: NamedSize[];
  daily: boolean;
  plays: boolean;
  pieces: boolean;
}

export interface Puzzles {
  puzzles: Puzzle[];
}

export interface Rating {
  instance: string;
  solutions?: string;
  level?: string;
  technique?: string;
  moves?: number;
  nodes?: number;
  unnecessary?: number;
  reason?: string;
}

export interface Reading {
  puzzle: string;
  title: string;
  boards: string[];
  number: number;
  warnings?: string[];
}

export interface Record {
  key?: string;
  task?: string;
  puzzle?: string;
  instance?: string;
  method?: string;
  style?: string;
  version?: string;
  seed?: number;
  repetition?: number;
  cube?: string;
  mode?: string;
  orbits?: boolean;
  trace?: boolean;
  fresh?: boolean;
  possible?: boolean;
  given?: string;
  solution_limit?: number;
  wall_limit_seconds?: number;
  cpu_limit_seconds?: number;
  memory_limit_bytes?: number;
  suite?: string;
  height?: number;
  width?: number;
  number?: number;
  density?: number;
  draws?: number;
  board_seed?: number;
  row?: string;
  column?: string;
  label?: string;
  short?: string;
  noun?: string;
  part?: string;
  instance_hash?: string;
  status?: string;
  reason?: string;
  verdict?: string;
  count?: string;
  digest?: string;
  error?: string;
  failure?: string;
  wall_seconds?: number;
  cpu_seconds?: number;
  peak_bytes?: number;
  nodes?: number;
  updates?: number;
  variables?: number;
  clauses?: number;
  conflicts?: number;
  decisions?: number;
  cubes?: number;
  cubes_closed?: number;
  sat_seconds?: number;
  runs?: number;
  propagations?: number;
  deduced?: string;
  levels?: string[];
  level?: string;
  level_index?: number;
  steps?: number;
  steps_by_level?: number[];
  longest_wait?: number;
  left?: number;
  left_removable?: number;
  clues?: number;
  full_clues?: number;
  size?: string;
  moves?: number;
  facts?: { [name: string]: number };
  model_seconds?: number[];
  started?: string;
  host?: string;
  go?: string;
  commit?: string;
  solver?: string;
  tries?: number;
  parallel_jobs?: number;
  cores?: number;
  empty_run_seconds?: number;
}

export interface Reminding {
  from?: string;
  page?: string;
}

export interface Repairing {
  puzzle?: string;
  instance?: string;
  method?: string;
  limit?: number;
  prove?: number;
  fewest?: boolean;
  seconds?: number;
}

export interface Report {
  puzzle: string;
  instance: string;
  method: string;
  resolved: string;
  given: string;
  size: number;
  at_least: number;
  minimal: boolean;
  targets: string;
  solutions?: string;
  target: string;
  board?: string;
}

export interface Retracing {
  puzzle?: string;
  instance?: string;
  entries?: number[];
  order?: number[];
}

export interface Reveal {
  value: number;
  look: Look;
}

export interface Row {
  site: number;
  parts: Part[];
}

export interface Shared {
  solutions?: string;
  backbone?: string;
  impossible?: number[][];
  marginals?: string[][];
}

export interface Sharing {
  puzzle?: string;
  instance?: string;
  limit?: number;
  seconds?: number;
  given?: string;
}

export interface Solving {
  puzzle?: string;
  instance?: string;
  method?: string;
  number?: number;
  given?: string;
}

export interface Spot {
  lines: number[][];
  at: number[];
  room: number;
  note?: string;
}

export interface Step {
  made: Hint;
  state: string;
}

export interface Structure {
  before: number;
  after: number;
  blocks: number[][];
}

export interface Table {
  groups: Group[];
  notes: string[];
  covers: Cover[];
}

export interface Toggles {
  flips: number[][];
  lit: boolean[];
  on: Look;
}

export interface Trying {
  progress: boolean;
  boards: number;
}

export interface Unread {
  puzzle: string;
  title: string;
  misuse: boolean;
  error: string;
  line?: number;
  column?: number;
}

export interface Writing {
  puzzle?: string;
  instance?: string;
  format?: string;
  style?: string;
}

export interface Written {
  formats: string[];
  styles: string[];
  text?: string;
}
