import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { MarkEntry } from '@sitwell/exam/marks-ledger/mark-entry'
import { markThatCounts } from '@sitwell/exam/marks-ledger/mark-that-counts'
import { questionMark } from '@sitwell/exam/marks-ledger/question-mark'
import { findingsOf, verifyFormRun } from '../../assessment/evidence/index.ts'
import type { GivenMarks, MarkOutcome } from '../../assessment/marks/index.ts'
import { confirmResults } from '../../assessment/results/index.ts'
import { type MarkedSitting, markedSitting, oneMark } from '../marked-sitting.ts'
import { rememberRows } from '../set-back.ts'
import type { TestServer } from '../start-test-server.ts'
import type { MarkStep } from './mark-steps.ts'

/** A request that was acknowledged, as its sender has it. */
interface Acknowledged {
  readonly requestId: string
  /** Sends it again. */
  readonly send: () => Promise<MarkOutcome>
  readonly says: Readonly<Record<string, unknown>>
}

interface Marker {
  readonly author: string
  /** What they saw when they opened the response, or wrote themselves since. */
  seen: { basedOn: number; sequence: number | undefined }
  last: Acknowledged | undefined
}

interface World {
  readonly server: TestServer
  readonly sitting: MarkedSitting
  readonly markers: readonly Marker[]
  /** All that was acknowledged, in the order of its entries: kept beside the server's own ledger, and never read from it. */
  acknowledged: Acknowledged[]
  readonly faults: string[]
  /** The mark that was confirmed; undefined while the results aren't. */
  released: unknown
  memory: { readonly restore: () => Promise<void>; readonly count: number; readonly released: unknown } | undefined
}

/** What an entry says, beside when it was written. */
const saysOf = ({ number, kind, author, ...said }: MarkEntry): Record<string, unknown> => ({
  ...{ number, kind, author },
  ...('marks' in said && { marks: said.marks }),
  ...('basedOn' in said && { basedOn: said.basedOn }),
  ...('sequence' in said && said.sequence !== undefined && { sequence: said.sequence }),
})

/** Something was answered to a request: what is acknowledged has to stay. */
const acknowledge = (world: World, outcome: MarkOutcome, one: Acknowledged): void => {
  if (outcome.kind !== 'stored') return
  const place = world.acknowledged.findIndex(({ requestId }) => requestId === one.requestId)
  if (outcome.isRepeated !== place >= 0)
    world.faults.push(`a request was ${outcome.isRepeated ? 'not ' : ''}new: ${one.requestId}`)
  if (place >= 0 && outcome.entry !== place + 1)
    world.faults.push('a request was answered with another entry when it came once more')
  if (place >= 0) return
  if (outcome.entry !== world.acknowledged.length + 1) world.faults.push(`entry ${outcome.entry} is not the next one`)
  world.acknowledged.push({ ...one, says: { number: outcome.entry, ...one.says } })
}

const give = async (world: World, marker: Marker, marks: number): Promise<void> => {
  const { sitting } = world
  const given: GivenMarks = { ...marker.seen, author: marker.author, requestId: randomUUID(), marks: marks * oneMark }
  const send = () => sitting.mark(given.marks, given)
  const { basedOn, sequence } = given
  const says = { kind: 'mark', author: marker.author, marks: given.marks, basedOn, ...(sequence !== undefined && { sequence }) }
  marker.last = { requestId: given.requestId, send, says }
  const outcome = await send()
  acknowledge(world, outcome, marker.last)
  if (outcome.kind === 'stored') marker.seen = { ...marker.seen, basedOn: outcome.entry }
}

/** What staff wrote, read from the ledger: they have no request to send again. */
const noteLast = async (world: World, outcome: MarkOutcome): Promise<void> => {
  if (outcome.kind !== 'stored') return
  const last = (await world.sitting.entries()).at(-1)
  if (!last || last.number !== outcome.entry) return void world.faults.push('what staff wrote is not the last entry')
  const { number: _, ...says } = saysOf(last)
  acknowledge(world, outcome, { requestId: randomUUID(), send: async () => outcome, says })
}

const setBack = async (world: World): Promise<void> => {
  const { memory } = world
  if (!memory) return
  await memory.restore()
  const lost = world.acknowledged.slice(memory.count)
  world.acknowledged = world.acknowledged.slice(0, memory.count)
  world.released = memory.released
  // Markers' devices have what they sent, and send it again; each as it was.
  for (const one of lost) {
    if (!('marks' in one.says) || one.says.kind !== 'mark') continue
    const { number: _, ...says } = one.says
    acknowledge(world, await one.send(), { ...one, says })
  }
}

const bothAtOnce = async (world: World, marks: number): Promise<void> => {
  const before = world.acknowledged.length
  const sent = world.markers.map((marker) => {
    const given: GivenMarks = { ...marker.seen, author: marker.author, requestId: randomUUID(), marks: marks * oneMark }
    const send = () => world.sitting.mark(given.marks, given)
    const { basedOn, sequence } = given
    const says = {
      kind: 'mark',
      author: marker.author,
      marks: given.marks,
      basedOn,
      ...(sequence !== undefined && { sequence }),
    }
    return { requestId: given.requestId, send, says }
  })
  const outcomes = await Promise.all(sent.map(async (one) => ({ one, outcome: await one.send() })))
  const entryOf = ({ outcome }: (typeof outcomes)[number]) => (outcome.kind === 'stored' ? outcome.entry : 0)
  for (const { one, outcome } of outcomes.toSorted((left, right) => entryOf(left) - entryOf(right)))
    acknowledge(world, outcome, one)
  const stored = outcomes.filter(({ outcome }) => outcome.kind === 'stored').length
  if (world.acknowledged.length !== before + stored) world.faults.push('of two marks at once one is missing')
}

const confirm = async (world: World, what: 'confirmed' | 'withdrawn'): Promise<void> => {
  const { sitting } = world
  const outcome = await confirmResults(sitting.context, sitting.place, { author: 'command', what, reason: 'The board.' })
  if (outcome?.kind !== 'done') return
  world.released = what === 'confirmed' ? await sitting.kept() : undefined
}

const save = async (world: World, text: number): Promise<void> => {
  const { status } = await world.sitting.trySave(`Because of ${text}.`)
  if (status >= 500) world.faults.push(`a save was answered ${status}`)
}

const take = async (world: World, step: MarkStep): Promise<unknown> => {
  const { sitting, markers } = world
  const marker = 'marker' in step ? markers[step.marker] : undefined
  switch (step.do) {
    case 'open':
      if (marker) marker.seen = { basedOn: world.acknowledged.length, sequence: await sitting.sequence() }
      return
    case 'mark':
      return marker && give(world, marker, step.marks)
    case 'cannot':
      return noteLast(world, await sitting.cannot(world.acknowledged.length))
    case 'repeat':
      return marker?.last && acknowledge(world, await marker.last.send(), marker.last)
    case 'at-once':
      return bothAtOnce(world, step.marks)
    case 'decide':
      return noteLast(world, await sitting.decide(step.marks * oneMark))
    case 'return':
      return noteLast(world, await sitting.return())
    case 'confirm':
      return confirm(world, 'confirmed')
    case 'withdraw':
      return confirm(world, 'withdrawn')
    case 'reopen':
      return sitting.reopen()
    case 'hand-in':
      return sitting.handIn()
    case 'accept-late':
      return sitting.acceptLate()
    case 'save':
      return save(world, step.text)
    case 'remember':
      world.memory = {
        restore: await rememberRows(world.server.db),
        count: world.acknowledged.length,
        released: world.released,
      }
      return
    case 'set-back':
      return setBack(world)
  }
}

/** Holds the ledger, the mark and the list against what was acknowledged. */
const judge = async ({ sitting, acknowledged, faults, ...world }: World): Promise<unknown> => {
  const entries = await sitting.entries()
  const says = acknowledged.map((one) => one.says)
  if (!isDeepStrictEqual(entries.map(saysOf), says))
    faults.push(`the ledger is ${JSON.stringify(entries.map(saysOf))}; acknowledged was ${JSON.stringify(says)}`)
  const run = await sitting.run()
  const kept = await sitting.kept()
  const rows = await sitting.responses()
  faults.push(...findingsOf(await verifyFormRun(sitting.context, run)))
  if (run.completed_at === null) {
    if (kept || rows.length > 0) faults.push('an open sitting has marks')
    return undefined
  }
  const sequence = await sitting.sequence()
  const counting = markThatCounts(entries, { sequence, files: '', isBlank: false, automatic: undefined })
  const { score, needsPerson } = questionMark([{ max: 4 * oneMark, soFar: 0, counting }])
  const isConfirmed = run.results_confirmed_at !== null
  if (isConfirmed && !isDeepStrictEqual(kept, world.released)) faults.push('what was confirmed was changed by itself')
  if (!isConfirmed && (kept?.score !== score || (kept.needs_person === 1) !== needsPerson))
    faults.push(`the mark is ${kept?.score}, and has to be ${score}`)
  const state = counting.waiting === undefined ? 'marked' : counting.waiting === 'unmarked' ? 'waiting' : counting.waiting
  if (rows.length !== 1 || rows[0]?.state !== state) faults.push(`it is listed as ${rows[0]?.state}, and has to be ${state}`)
  return undefined
}

/** Plays a history of a response, and answers what in it isn't as it has to be: no mark that was acknowledged is lost, doubled or replaced by an older one. */
export const playMarks = async (server: TestServer, orgId: number, steps: readonly MarkStep[]): Promise<readonly string[]> => {
  const sitting = await markedSitting(server, { orgId })
  const seen = { basedOn: 0, sequence: await sitting.sequence() }
  const world: World = {
    ...{ server, sitting, acknowledged: [], faults: [], released: undefined, memory: undefined },
    markers: ['first', 'second'].map((author) => ({ author, seen, last: undefined })),
  }
  for (const step of [{ do: 'hand-in' } as const, ...steps]) {
    await take(world, step)
    await judge(world)
    if (world.faults.length > 0) return world.faults.map((fault) => `${JSON.stringify(step)}: ${fault}`)
  }
  return []
}
