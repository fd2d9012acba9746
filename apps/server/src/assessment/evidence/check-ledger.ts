import { type ChainFinding, checkChain } from '@sitwell/exam/evidence/check-chain'
import type { FormRunEventTable, FormRunTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'
import { ledgerEntry, ledgerSeed } from '../form-run/index.ts'
import { type Checked, counted } from './finding.ts'

const manyOf = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

const rangeOf = (noun: string, from: number, to: number) =>
  from === to ? `${noun} ${from} is` : `${manyOf(noun)} ${from} to ${to} are`

/** A finding of a chain in plain words; `noun` is what its entries are called. */
export const chainWords = (finding: ChainFinding, noun: string, nounCapital: string): string => {
  switch (finding.kind) {
    case 'changed':
      return `${nounCapital} ${finding.number} was changed after it was written.`
    case 'missing':
      return `${rangeOf(nounCapital, finding.from, finding.to)} missing: taken out after being written.`
    case 'cut':
      return `${rangeOf(nounCapital, finding.from, finding.to)} missing: the end was cut off.`
    case 'put-in':
      return `${nounCapital} ${finding.number} was put in: no server wrote it there.`
    case 'moved':
      return `${nounCapital} ${finding.number} was written as ${noun} ${finding.was}: the order was changed.`
    case 'unlinked':
      return `${nounCapital} ${finding.number} has no hash: a server of an earlier version wrote it, or somebody put it in.`
    case 'seal':
      return `One of the ${finding.upTo} before the first with a hash was changed, taken out or put in, or the form run's own facts were (schedule, learner, exam, version or start).`
    case 'seed':
      return `The first ${noun} doesn't begin with the form run's own facts: its schedule, learner, exam, version or start was changed.`
    case 'no-head':
      return 'The last hash, which stands with the form run, is gone.'
  }
}

/** Holds the ledger of a form run against its chain. `rows` in the order of their numbers. */
export const checkLedger = (run: FormRunTable, rows: readonly FormRunEventTable[]): Checked => {
  const { findings, uncovered } = checkChain(
    {
      seed: ledgerSeed(run),
      entries: rows.map((row) => ({ ...ledgerEntry(row), previous: row.previous_hash, hash: row.hash })),
      head: { number: run.last_event, hash: run.ledger_hash },
    },
    sha256,
  )
  const events = counted(rows.length, 'event')
  return {
    about: 'ledger',
    says:
      rows.length === 0
        ? 'nothing is in it yet'
        : uncovered > 0
          ? `${events}, from before ledgers were chained: nothing shows whether they were changed`
          : `${events}, each follows from the one before it; the last hash is ${run.ledger_hash ?? ''}`,
    findings: findings.map((finding) => chainWords(finding, 'event', 'Event')),
  }
}
