import type { Plugin } from 'vite'

const calls = /\/packages\/contract\/src\/calls\/[\w-]+\.ts$/

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

/** Leaves out of the calls what no browser reads: a learner would load it on the way to the first question. */
export const callsOfPlayer = (): Plugin => ({
  name: 'sitwell-calls-of-player',
  enforce: 'pre',
  transform(code, id) {
    if (!calls.test(id.replaceAll('\\', '/'))) return null
    return { code: withoutServerSide(code, this.parse(code, { lang: 'ts' })), map: null }
  },
})
