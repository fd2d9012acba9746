import { checkChain } from '@sitwell/exam/evidence/check-chain'
import * as z from 'zod'
import type { AnswerEventTable, ErasedSaveTable, FormRunEventTable, FormRunTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'
import { type ChainOwner, digestOf, type HistoryDigest, hashesIn, historyBeginning, historyEntry } from '../form-run/index.ts'
import { chainWords } from './check-ledger.ts'
import { type Checked, counted } from './finding.ts'

const digested = z.object({ history: z.object({ saves: z.number(), hash: z.string() }) })

const digestIn = (details: string): HistoryDigest | undefined => {
  try {
    return digested.safeParse(JSON.parse(details)).data?.history
  } catch {
    return undefined
  }
}

/** Milliseconds before an event within which a save may have come without being written yet: it waited for its turn. */
const underWayMs = 60_000
/** Of one learner, this many may have waited. */
const mostUnderWay = 3

/** All ways to leave this many out. */
const leavingOut = <T>(rows: readonly T[], count: number): T[][] =>
  count === 0
    ? [[]]
    : rows.flatMap((row, index) => leavingOut(rows.slice(index + 1), count - 1).map((others) => [row, ...others]))

/** Whether a save that is written behind an event may have come before it. It found the form run completed, so it was never simply put in place, unless the event opened that again. */
const mayHaveWaited = (
  { received_at, outcome }: AnswerEventTable,
  { at, kind }: Pick<FormRunEventTable, 'at' | 'kind'>,
): boolean => received_at > at - underWayMs && (outcome !== 'applied' || kind === 'reopen')

/** Whether the digest is of the saves that had come by an event, except for some that were still under way: of saves without numbers nobody knows which. */
const isOfUnnumbered = (digest: HistoryDigest, came: readonly AnswerEventTable[], event: FormRunEventTable): boolean => {
  const surplus = came.length - digest.saves
  if (surplus < 0 || surplus > mostUnderWay) return false
  const underWay = came.filter((row) => mayHaveWaited(row, event))
  return leavingOut(underWay, surplus).some((left) => digestOf(came.filter((row) => !left.includes(row))).hash === digest.hash)
}

/**
 * Whether the digest is of the saves that were written by an event. Those are the first by their numbers, whatever the clock said, and
 * however many came in its millisecond.
 */
const isOf = (digest: HistoryDigest, events: readonly AnswerEventTable[], event: FormRunEventTable): boolean => {
  const came = events.filter(({ received_at }) => received_at <= event.at)
  if (events.some(({ number }) => number === null)) return isOfUnnumbered(digest, came, event)
  const inOrder = events.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0))
  if (digestOf(inOrder.slice(0, digest.saves)).hash !== digest.hash) return false
  const behind = inOrder.slice(digest.saves)
  return behind.every((row) => row.received_at > event.at || mayHaveWaited(row, event))
}

/** What doesn't match in the chain of the saves, each of which carries the hash of the one before it. */
const chainFindings = (run: HistoryOwner, events: readonly AnswerEventTable[]): string[] => {
  if (run.history_link === null) return []
  const entries = events
    .map((row) => {
      const { previous, hash } = hashesIn(row.link ?? '')
      const isLinked = row.link !== null
      return {
        number: row.number ?? 0,
        ...historyEntry(row),
        previous: isLinked ? previous : null,
        hash: isLinked ? hash : null,
      }
    })
    .toSorted((one, other) => one.number - other.number)
  const head = { number: run.history_count, hash: hashesIn(run.history_link).hash }
  const seed = hashesIn(historyBeginning(run)).hash
  return checkChain({ seed, entries, head }, sha256).findings.map((finding) => chainWords(finding, 'save', 'Save'))
}

/**
 * Checks, for saves that were erased and for saves after the erasure, whether each hash follows from the previous one. The text that was typed before the erasure can't
 * be checked any more.
 */
export const checkErasedHistory = (
  run: FormRunTable,
  saves: readonly ErasedSaveTable[],
  later: readonly AnswerEventTable[],
): Checked => {
  const about = 'history'
  if (run.history_link === null) return { about, says: 'erased; it had no hashes', findings: [] }
  const erased = saves.map(({ number, sequence, content_hash, link }) => ({
    number,
    content: `${sequence} ${content_hash}`,
    ...hashesIn(link),
  }))
  const since = later.map((row) => ({ number: row.number ?? 0, ...historyEntry(row), ...hashesIn(row.link ?? '') }))
  const entries = [...erased, ...since].toSorted((one, other) => one.number - other.number)
  const head = { number: run.history_count, hash: hashesIn(run.history_link).hash }
  const checked = checkChain({ seed: hashesIn(historyBeginning(run)).hash, entries, head }, sha256)
  const says = `erased; the hashes of ${counted(saves.length, 'save')} stand, each follows from the one before it`
  return { about, says, findings: checked.findings.map((finding) => chainWords(finding, 'save', 'Save')) }
}

/** What of a form run its history is held against. */
type HistoryOwner = ChainOwner & Pick<FormRunTable, 'history_count' | 'history_link'>

/** Holds the history of all saves against its chain, and against what the ledger says of it. */
export const checkHistory = (
  run: HistoryOwner,
  ledger: readonly FormRunEventTable[],
  events: readonly AnswerEventTable[],
): Checked => {
  const about = 'history'
  const findings = chainFindings(run, events)
  if (findings.length > 0) return { about, says: '', findings }
  let covered = 0
  for (const event of ledger) {
    const { number, at, details } = event
    const digest = digestIn(details)
    if (!digest) continue
    const isNumbered = events.every((row) => row.number !== null)
    const gone = digest.saves - (isNumbered ? events : events.filter(({ received_at }) => received_at <= at)).length
    if (gone > 0)
      return {
        about,
        says: '',
        findings: [
          `${counted(gone, 'save')} of the ${digest.saves} that stood in the history at event ${number} ${gone === 1 ? 'is' : 'are'} gone.`,
        ],
      }
    if (!isOf(digest, events, event))
      return { about, says: '', findings: [`The history is not what it was at event ${number}: a save was changed or put in.`] }
    covered = digest.saves
  }
  const follows = run.history_link === null ? '' : ', each follows from the one before it'
  const inLedger = covered === 0 ? 'the ledger has no hash of them yet' : `${covered} of them as the ledger has a hash of them`
  return { about, says: `${counted(events.length, 'save')}${follows}; ${inLedger}`, findings: [] }
}
