import { expect, test } from 'vitest'
import { oneDatabase } from '../../../testing/databases.ts'
import { describeOnEach } from '../../../testing/describe-on-each.ts'
import { markedSitting, oneMark } from '../../../testing/marked-sitting.ts'
import { confirmResults } from '../../results/index.ts'
import { collectReplay } from './collect-replay.ts'
import { replayPage } from './replay-page.ts'

describeOnEach(oneDatabase, 'the replay of a sitting that a person marked, on %s', {}, ({ server, nextOrgId }) => {
  // OFFICE-404
  test('tells what each person gave and why once it is released, and before that not even that there is something', async () => {
    const sitting = await markedSitting(server, { orgId: nextOrgId() })
    await sitting.handIn()
    await server.db.kysely.updateTable('form_run').set({ marks_told_at: server.clock.nowMs() }).execute()
    const replay = async () => collectReplay(sitting.context, await sitting.run())
    const marksIn = async () => (await replay()).lines.filter(({ kind }) => kind === 'mark').map(({ what }) => what)
    const page = async () => {
      const now = { ...(await replay()), run: { ...(await sitting.run()), ledger_hash: null } }
      return replayPage(now, { nowMs: 0, timeZone: undefined }).replaceAll(/the last hash is \w+|\d+ events/g, '')
    }
    const before = await page()
    const points = { version: 2, points: { style: 500_000_000 } }
    await sitting.mark(1.5 * oneMark, { comment: '<b>Thin</b>', learnerComment: 'Say more.', scheme: points })
    await sitting.cannot()
    expect(await page()).toBe(before)
    await sitting.decide(2 * oneMark)
    const confirmed = await confirmResults(sitting.context, sitting.place, { author: 'command', what: 'confirmed', reason: '' })
    expect(confirmed).toEqual({ kind: 'done' })
    await sitting.mark(oneMark, { basedOn: 3 })
    expect(await marksIn()).toEqual([
      'A person gave 1.5 marks for question 3, of the answer of sequence 1.',
      'A person could not mark question 3, of the answer of sequence 1.',
      'It was decided that question 3 has 2 marks, of the answer of sequence 1.',
    ])
    const shown = await page()
    for (const words of ['&lt;b&gt;Thin', 'Say more.', 'It is in Greek.', 'Both are harsh.', 'by version 2 of the mark scheme'])
      expect(shown).toContain(words)
    expect(shown).not.toContain('<b>Thin')
  })
})
