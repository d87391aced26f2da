// What the engine and the script of Go that starts it define. TypeScript reads this file instead of the script.
declare var Go: any;
declare function counterproofAsk(name: string, question: object, emit: (object: object) => void): Promise<void>;
