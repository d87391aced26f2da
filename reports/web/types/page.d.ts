// What the scripts of pages rely on beyond the types of browsers: the targets of listeners are elements, and
// events can be our own CustomEvents.
interface EventTarget {
  closest?(selector: string): any;
  matches?(selector: string): boolean;
}

interface Event {
  detail?: any;
  dataTransfer: DataTransfer;
}

interface Element {
  hash: string;
  dataset: DOMStringMap;
}
