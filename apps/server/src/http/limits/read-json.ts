/** What a body of JSON may be made of. */
export interface JsonLimits {
  /** Values in all of it, keys among them. */
  readonly values: number
  /** Values of an entry of one of its lists, and of all that is in no list. */
  readonly valuesOfEntry: number
  /** Objects and lists in each other. */
  readonly levels: number
}

/** The largest bodies that a player sends are the lists of a comparison: 20,000 entries with three fields each. */
export const jsonLimits: JsonLimits = { values: 200_000, valuesOfEntry: 4000, levels: 110 }

/** Characters and values that are read without a pause: one takes a millisecond or two. */
const piece = { characters: 32_768, values: 500 } as const
/** Below this a body is read at once. */
const smallCharacters = 32_768

const signs = { quote: 0x22, object: 0x7b, endOfObject: 0x7d, list: 0x5b, endOfList: 0x5d, colon: 0x3a, comma: 0x2c } as const

/** A body that takes too long to read, or is no JSON. `wrong` is told its sender as what is wrong with the body. */
export class UnreadableJson extends Error {
  readonly statusCode = 400
  readonly wrong: string
  constructor(message: string, wrong: string) {
    super(message)
    this.wrong = wrong
  }
}
const tooMuch = () => new UnreadableJson('The body has more values than a call takes.', 'too many values')
const tooDeep = () => new UnreadableJson('The body is nested too deeply.', 'nested too deeply')
const broken = () => new UnreadableJson('The body is no JSON.', 'no JSON')

interface List {
  readonly key: string
  /** Of the bracket that opens it, and the one that closes it. */
  readonly from: number
  to: number
  /** Of the commas at which it is read in pieces. */
  readonly cuts: number[]
}

const endOfString = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === 0x5c) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  throw broken()
}

/** What is counted and found on the way through a body. Each of its functions is told the place of a sign that is in no string. */
const createOutline = (text: string, limits: JsonLimits) => {
  const lists: List[] = []
  const keys = new Set<string>()
  let depth = 0
  let values = 0
  /** Values since the last comma of a list, since the last cut, and in no list. */
  let ofEntry = 0
  let ofPiece = 0
  let outside = 0
  let cutAt = 0
  let key = ''
  let list: List | undefined
  const count = () => {
    values += 1
    if (list) {
      ofEntry += 1
      ofPiece += 1
    } else outside += 1
    if (values > limits.values || ofEntry > limits.valuesOfEntry || outside > limits.valuesOfEntry) throw tooMuch()
  }
  const beginPiece = (at: number) => {
    ofPiece = 0
    cutAt = at
  }
  return {
    lists,
    string: (from: number, end: number) => {
      if (depth === 1) key = text.slice(from, end + 1)
    },
    opened: (at: number, isList: boolean) => {
      count()
      depth += 1
      if (depth > limits.levels) throw tooDeep()
      if (depth !== 2 || !isList) return
      list = { key, from: at, to: -1, cuts: [] }
      ofEntry = 0
      beginPiece(at)
    },
    closed: (at: number, isList: boolean) => {
      depth -= 1
      if (depth !== 1 || !list) return
      if (!isList) throw broken()
      list.to = at
      if (list.cuts.length > 0) lists.push(list)
      list = undefined
    },
    colon: () => {
      count()
      if (depth !== 1) return
      if (keys.has(key)) throw broken()
      keys.add(key)
    },
    comma: (at: number) => {
      count()
      if (depth !== 2 || !list) return
      ofEntry = 0
      if (ofPiece < piece.values && at - cutAt < piece.characters) return
      list.cuts.push(at)
      beginPiece(at)
    },
  }
}

/** Finds the lists of the outermost object, and where to cut them. Throws an error if there is too much of something. */
const listsIn = (text: string, limits: JsonLimits): readonly List[] => {
  const outline = createOutline(text, limits)
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === signs.quote) {
      const end = endOfString(text, at)
      outline.string(at, end)
      at = end
    } else if (sign === signs.object || sign === signs.list) outline.opened(at, sign === signs.list)
    else if (sign === signs.endOfObject || sign === signs.endOfList) outline.closed(at, sign === signs.endOfList)
    else if (sign === signs.colon) outline.colon()
    else if (sign === signs.comma) outline.comma(at)
  }
  return outline.lists
}

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Reads a body of JSON as `read` does, with pauses: the lists of its outermost object are read in pieces, between which others have their
 * turn. 4 MB of small objects hold everybody up for a second where they are read at once. `read` throws an error if a piece can't be read.
 */
export const readJsonInPieces = async (
  text: string,
  read: (text: string) => unknown,
  limits: JsonLimits = jsonLimits,
): Promise<unknown> => {
  if (text.length <= smallCharacters) return read(text)
  const lists = listsIn(text, limits)
  let outline = ''
  let at = 0
  for (const { from, to } of lists) {
    outline += `${text.slice(at, from)}null`
    at = to + 1
  }
  const whole = read(outline + text.slice(at))
  if (lists.length === 0) return whole
  const filled = new Map<string, unknown[]>()
  for (const { key, from, to, cuts } of lists) {
    const entries: unknown[] = []
    let begun = from + 1
    for (const end of [...cuts, to]) {
      const part = text.slice(begun, end)
      if (part.trim() === '') throw broken()
      const some = read(`[${part}]`)
      if (!Array.isArray(some)) throw broken()
      for (const entry of some) entries.push(entry)
      begun = end + 1
      await pause()
    }
    filled.set(String(read(key)), entries)
  }
  return { ...Object(whole), ...Object.fromEntries(filled) }
}
