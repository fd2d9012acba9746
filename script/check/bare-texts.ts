import { glob, readFile } from 'node:fs/promises'
import { type Component, type Piece, type Place, readPlaces, type Tag } from './bare-texts/places.ts'
import type { Finding } from './run-tool.ts'

/**
 * How a component shows what it is given in a property. `apart`: in its own element. `bare`: beside other things, or only at times.
 * `unknown`: the component isn't ours.
 */
type SlotOf = (component: string, property: string) => 'apart' | 'bare' | 'unknown'

const isSteadyIn = (steady: ReadonlySet<string>, tag: Tag | undefined): boolean =>
  tag !== undefined && !tag.isKeyed && (tag.kind === 'host' || (tag.kind === 'component' && steady.has(tag.name)))

/** The components that return one steady element in every case: nothing is ever put right before what follows them. */
const steadyOf = (components: readonly Component[]): ReadonlySet<string> => {
  const steady = new Set(components.map(({ name }) => name))
  for (let before = -1; before !== steady.size; ) {
    before = steady.size
    for (const { name, returns } of components) if (!returns.every(({ tag }) => isSteadyIn(steady, tag))) steady.delete(name)
  }
  return steady
}

/** What a place does with a piece of it: as an element's only content it is apart, beside others it is bare. */
const roomOf = ({ tag, pieces }: Place, slotOf: SlotOf): 'apart' | 'bare' | 'beside' | 'unknown' => {
  if (tag.kind === 'fragment') return 'bare'
  const room = tag.kind === 'host' ? 'apart' : slotOf(tag.name, 'children')
  return room === 'apart' && pieces.length > 1 ? 'beside' : room
}

/** What a place shows bare of the properties of the component that it is in. */
const bareIn = (place: Place, slotOf: SlotOf): readonly Piece[] => {
  const room = roomOf(place, slotOf)
  return [
    ...place.pieces.filter(({ shown }) => room !== 'apart' || shown.isList),
    ...place.attributes.filter(({ name }) => slotOf(place.tag.name, name) !== 'apart'),
  ]
}

/** How components show what they are given: bare, if they do so once or pass it to one that does. */
const slotsOf = (places: readonly Place[], components: readonly Component[]): SlotOf => {
  const own = new Set(components.map(({ name }) => name))
  const bare = new Set<string>()
  const slotOf: SlotOf = (component, property) => {
    if (bare.has(`${component}.${property}`)) return 'bare'
    return own.has(component) ? 'apart' : 'unknown'
  }
  const addAll = (owner: string, pieces: readonly Piece[]) => {
    for (const slot of pieces.flatMap(({ shown }) => shown.slots)) bare.add(`${owner}.${slot}`)
  }
  for (const { name, returns } of components) addAll(name, returns)
  for (let before = -1; before !== bare.size; ) {
    before = bare.size
    for (const place of places) addAll(place.owner, bareIn(place, slotOf))
  }
  return slotOf
}

/** Why the text of a piece can't stay as it is; undefined if it can. `isMoved`: something before it comes and goes. */
const faultOf = ({ shown }: Piece, room: ReturnType<typeof roomOf>, isMoved: boolean): string | undefined => {
  if (shown.text === 'none') return undefined
  if (room === 'apart') return shown.isList ? 'is a list of texts' : undefined
  if (room === 'bare') return 'is a text that goes with what is around it'
  if (shown.comes) return 'is a text that comes and goes'
  if (shown.text === 'changing' && room === 'beside') return 'is a text that may change'
  return isMoved ? 'is a text behind what comes and goes' : undefined
}

const instead = 'put it into an element of its own (decision 126)'

/** Texts, by the paths of their sources, that an element of the page doesn't have for itself: `file:line` and what to do, a line each. */
export const bareTextsIn = (sources: ReadonlyMap<string, string>): string[] => {
  const { places, components } = readPlaces(sources)
  const steady = steadyOf(components)
  const slotOf = slotsOf(places, components)
  const inWords = (file: string, { line, source }: Piece, fault: string) =>
    `${file}:${line} “${source.length > 80 ? `${source.slice(0, 80)}…` : source}” ${fault}: ${instead}`
  const ofPlace = (place: Place): string[] => {
    const room = roomOf(place, slotOf)
    let isMoved = false
    const inside = place.pieces.flatMap((piece) => {
      const fault = faultOf(piece, room, isMoved)
      isMoved = !(isSteadyIn(steady, piece.tag) || (piece.shown.text === 'same' && !piece.shown.comes))
      return fault === undefined ? [] : [inWords(place.file, piece, fault)]
    })
    const given = place.attributes.filter(
      ({ name, shown }) => shown.text !== 'none' && place.tag.kind === 'component' && slotOf(place.tag.name, name) === 'bare',
    )
    return [...inside, ...given.map((piece) => inWords(place.file, piece, `is shown as it is by ${place.tag.name}`))]
  }
  const returned = components.flatMap(({ file, name, returns }) =>
    returns.filter(({ shown }) => shown.text !== 'none').map((piece) => inWords(file, piece, `is a text that ${name} returns`)),
  )
  return [...new Set([...places.flatMap(ofPlace), ...returned])].sort()
}

/** No text of the learner's page stands bare beside what comes and goes: a translation or an extension may have put it elsewhere. */
export const checkBareTexts = async (): Promise<Finding> => {
  const sources = new Map<string, string>()
  for await (const file of glob(['apps/{player,office}/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'])) {
    const source = await readFile(file, 'utf8')
    // Of files without elements only those count that declare what elements are given.
    if (file.endsWith('x') || /\bReact(Node|Element)\b/.test(source)) sources.set(file, source)
  }
  const found = bareTextsIn(sources)
  return found.length === 0 ? { ok: true, detail: `${sources.size} files` } : { ok: false, detail: found.join('\n') }
}
