import { type Document, isMap, isNode, isScalar, type LineCounter, type Node } from 'yaml'

export type Path = readonly (string | number)[]

/** Notes what is wrong at a place. */
export type Tell = (path: Path, sentence: string) => void

/** Where things stand in the text. */
export class Places {
  readonly #document: Document
  readonly #lines: LineCounter

  constructor(document: Document, lines: LineCounter) {
    this.#document = document
    this.#lines = lines
  }

  /** The line of the value at the path, or of the nearest thing around it. */
  line(path: Path): number {
    for (let length = path.length; length > 0; length--) {
      const at = this.#offset(path.slice(0, length))
      if (at !== null) return this.#lines.linePos(at).line
    }
    return 1
  }

  #offset(path: Path): number | null {
    // A key has its own line; its list may begin on the next.
    const parent: unknown = path.length > 1 ? this.#document.getIn(path.slice(0, -1), true) : this.#document.contents
    if (isMap(parent)) {
      const key = String(path.at(-1))
      const pair = parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      if (pair && isScalar(pair.key)) return startOf(pair.key)
    }
    const node = this.#document.getIn(path, true)
    return isNode(node) ? startOf(node) : null
  }
}

const startOf = (node: Node): number | null => node.range?.[0] ?? null
