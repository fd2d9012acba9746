import { expect, test } from 'vitest'
import type { FormRunEventTable } from '../../../db/schema.ts'
import { ledgerLines } from './ledger-lines.ts'

const row = (kind: string, details: object): FormRunEventTable => ({
  org_id: 1,
  form_run_guid: 'run',
  number: 3,
  kind,
  at: 0,
  author: 'ines',
  details: JSON.stringify(details),
  previous_hash: null,
  hash: null,
})

const wordsOf = (kind: string, details: object) =>
  ledgerLines([row(kind, details)], { person: (guid) => guid, part: (id) => id, question: (id) => id }).map(({ what }) => what)

test('a replay says of a grant for how long it held the time, if it did', () => {
  expect(wordsOf('extension', { byMs: 20_000 })).toEqual(['An extension was granted: 20 s more.'])
  expect(wordsOf('extension', { byMs: 20_000, withinMs: 120_000 })).toEqual([
    'An extension was granted: 20 s more. The time stood still until the learner had read that, 120 s at most.',
  ])
})
