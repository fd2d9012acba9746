import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnswerEventTable, FormRunEventTable } from '../../db/schema.ts'
import { historyBeginning, nextLink } from '../form-run/history-chain.ts'
import { digestOf } from '../form-run/history-digest.ts'
import { checkHistory } from './check-history.ts'

const owner = {
  ...{ org_id: 1, form_run_guid: 'run', schedule_guid: 's', user_guid: 'u', exam_guid: 'e', version: 1, started_at: 0 },
}
const completedAt = 100_000

interface Came {
  readonly at: number
  readonly outcome: AnswerEventTable['outcome']
}

/** A history of saves that were written in this order, and the form run that they belong to. */
const historyOf = (saves: readonly Came[]) => {
  let run = { ...owner, history_count: 0, history_link: historyBeginning(owner) }
  const events = saves.map(({ at, outcome }, index): AnswerEventTable => {
    const save = {
      ...{ org_id: 1, form_run_guid: 'run', request_id: `r${index}`, question_id: 'q', sequence: index + 1, writer_id: 'w' },
      ...{ answer: '{}', workings: '', bookmarked: 0 as const, client_time: null, received_at: at, outcome },
      ...{ late_ms: null, typed_at: null, judged: null, evidence: null },
    }
    const { number, link } = nextLink(run, save)
    run = { ...run, history_count: number, history_link: link ?? '' }
    return { ...save, number, link }
  })
  return { run, events }
}

const completion = (events: readonly AnswerEventTable[]): FormRunEventTable => ({
  ...{
    org_id: 1,
    form_run_guid: 'run',
    number: 3,
    kind: 'completion',
    at: completedAt,
    author: 'u',
    previous_hash: null,
    hash: null,
  },
  details: JSON.stringify({ history: digestOf(events) }),
})

/** What is found where the first of these saves were written before the completion, and the others behind it. */
const findings = (before: readonly Came[], behind: readonly Came[]) => {
  const { run, events } = historyOf([...before, ...behind])
  return checkHistory(run, [completion(events.slice(0, before.length))], events).findings
}

const inTime = (at: number): Came => ({ at, outcome: 'applied' })
const found = [expect.stringContaining('The history is not what it was at event 3')]

test('however many saves come late in the millisecond of a completion, the history is what it was', () => {
  const late = fc.record({
    at: fc.integer({ min: completedAt - 59_999, max: completedAt + 5 }),
    outcome: fc.constantFrom('late', 'closed'),
  })
  void fc.assert(
    fc.property(fc.nat(5), fc.array(late, { maxLength: 8 }), (before, behind) => {
      expect(
        findings(
          Array.from({ length: before }, (_, at) => inTime(at)),
          behind,
        ),
      ).toEqual([])
    }),
  )
})

test('a clock that was set back doesn’t make a save out of those that were there', () => {
  expect(findings([inTime(1), inTime(completedAt + 4000)], [{ at: completedAt + 10, outcome: 'late' }])).toEqual([])
})

test('a save that counts, or that came long before, and is only written behind the completion was put in', () => {
  expect(findings([inTime(1)], [inTime(900)])).toEqual(found)
  expect(findings([inTime(1)], [inTime(completedAt)])).toEqual(found)
  expect(findings([inTime(1)], [{ at: completedAt - 60_000, outcome: 'late' }])).toEqual(found)
  const late: Came = { at: completedAt, outcome: 'late' }
  expect(findings([inTime(1)], [late, late, late, late, inTime(900)])).toEqual(found)
})

test('a save that is gone is told, and one that was changed', () => {
  const { run, events } = historyOf([inTime(1), inTime(2)])
  const ledger = [completion(events)]
  expect(checkHistory({ ...run, history_link: null }, ledger, events.slice(0, 1)).findings).toEqual([
    expect.stringContaining('1 save of the 2 that stood in the history at event 3 is gone'),
  ])
  const changed = events.map((row) => ({ ...row, late_ms: 5 }))
  expect(checkHistory(run, ledger, changed).findings).toEqual(found)
})
