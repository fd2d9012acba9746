import type { Plugin } from 'vite'

const contract = /\/packages\/contract\/src\/[\w/-]+\.ts$/

/**
 * What of a call the server alone asks for: its description, how large its body may be, its refusals, and the schemas of a request,
 * which the server checks and whoever makes the call has had checked as types.
 */
const ofServer: ReadonlySet<string> = new Set(['summary', 'source', 'largestBodyBytes', 'refusals', 'params', 'query', 'body'])

/** A part of a syntax tree, as far as it is looked at here. */
interface Part {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly callee?: Part
  readonly object?: Part
  readonly arguments?: readonly Part[]
  readonly properties?: readonly Part[]
  readonly key?: Part
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'type' in value

/** What a description of a call is made of, wherever in a file it stands. */
const fieldsOfCalls = (part: object): readonly Part[] => {
  const inside = Object.values(part).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isPart))
  const own =
    isPart(part) && part.callee?.name === 'defineCall'
      ? (part.arguments ?? []).flatMap(({ properties = [] }) => properties)
      : []
  return [...own, ...inside.flatMap(fieldsOfCalls)]
}

/** The source of a call without what the server alone asks for. Each line stays, for the map of the sources. */
export const withoutServerSide = (code: string, syntax: object): string => {
  let kept = code
  for (const { start, end, key } of fieldsOfCalls(syntax)) {
    if (!ofServer.has(key?.name ?? '')) continue
    const after = kept[end] === ',' ? end + 1 : end
    kept = kept.slice(0, start) + kept.slice(start, after).replace(/[^\n]/g, ' ') + kept.slice(after)
  }
  return kept
}

/** What makes schemas and calls: a call of it, or of what it has given, does nothing but give a value. */
const makers: ReadonlySet<string> = new Set(['z', 'text', 'defineCall'])

/** The name that a chain of calls and members begins with. */
const rootOf = ({ type, name, callee, object }: Part): string | undefined => {
  const before = type === 'CallExpression' ? callee : type === 'MemberExpression' ? object : undefined
  return before ? rootOf(before) : name
}

/** Where calls of the makers begin. */
const startsOfMaking = (part: object): readonly number[] => {
  const inside = Object.values(part).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isPart))
  const own = isPart(part) && part.type === 'CallExpression' && makers.has(rootOf(part) ?? '') ? [part.start] : []
  return [...own, ...inside.flatMap(startsOfMaking)]
}

/** The source of a part of the contract with each schema marked as free of effects: otherwise a bundle takes all of a file or none. */
export const withPureSchemas = (code: string, syntax: object, kept = code): string => {
  let marked = kept
  for (const start of [...new Set(startsOfMaking(syntax))].sort((one, other) => other - one))
    if (kept[start] === code[start]) marked = `${marked.slice(0, start)}/* @__PURE__ */ ${marked.slice(start)}`
  return marked
}

/** Leaves out of the contract what no browser reads: everybody would load it on the way to the first page. */
export const callsOfBrowser = (): Plugin => ({
  name: 'sitwell-calls-of-browser',
  enforce: 'pre',
  transform(code, id) {
    if (!contract.test(id.replaceAll('\\', '/'))) return null
    const syntax = this.parse(code, { lang: 'ts' })
    return { code: withPureSchemas(code, syntax, withoutServerSide(code, syntax)), map: null }
  },
})
