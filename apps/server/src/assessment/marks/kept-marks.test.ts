import { expect, test } from 'vitest'
import { applyRetention, readRetention } from '../../privacy/retention.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { type MarkedSitting, markedSitting, oneMark } from '../../testing/marked-sitting.ts'
import { findingsOf, verifyFormRun } from '../evidence/index.ts'
import { confirmResults } from '../results/index.ts'

const dayMs = 24 * 60 * 60_000

describeOnEach(
  bothDatabases,
  'marks of answers that were erased, on %s',
  { config: { lateSaveGraceMs: 60_000 } },
  ({ server, nextOrgId }) => {
    const handedIn = async () => {
      const sitting = await markedSitting(server, { orgId: nextOrgId() })
      await sitting.handIn()
      await sitting.mark(3 * oneMark)
      return sitting
    }
    const marksOf = ({ formRunGuid }: MarkedSitting) =>
      server.db.kysely.selectFrom('mark').selectAll().where('form_run_guid', '=', formRunGuid).orderBy('question_id').execute()
    const erase = ({ world: { orgId } }: MarkedSitting) =>
      applyRetention(server.db, orgId, readRetention(new Map([['KeepAnswersDays', '1']])), server.clock.nowMs() + 3 * dayMs)
    const isClean = async (sitting: MarkedSitting) =>
      expect(findingsOf(await verifyFormRun(sitting.context, await sitting.run()))).toEqual([])

    test('stay when a later answer counts, which alone is marked', async () => {
      const sitting = await handedIn()
      const before = await marksOf(sitting)
      expect(before.length).toBeGreaterThan(1)
      await erase(sitting)
      const other = before.find(({ question_id }) => question_id !== sitting.questionId)?.question_id ?? ''
      const late = sitting.answer('Birch', { questionVersionId: other, options: [{ optionID: 'b', optionText: 'Birch' }] })
      expect(await sitting.tryOf(late)).toMatchObject({ status: 200 })
      const after = await marksOf(sitting)
      const others = (marks: typeof before) => marks.filter(({ question_id }) => question_id !== other)
      expect(others(after)).toEqual(others(before))
      expect(await sitting.responses()).toMatchObject([{ state: 'marked', marks: 3 * oneMark }])
      // Nobody can mark what is no longer there, though an answer came since.
      expect(await sitting.mark(oneMark)).toEqual({ kind: 'not-found' })
      await isClean(sitting)
    })

    test('become those that were given since the results were confirmed, once these are confirmed again', async () => {
      const sitting = await handedIn()
      const confirm = () =>
        confirmResults(sitting.context, sitting.place, { author: 'command', what: 'confirmed', reason: 'The board.' })
      await confirm()
      await sitting.mark(oneMark, { basedOn: 1 })
      const before = await marksOf(sitting)
      await erase(sitting)
      expect(await marksOf(sitting)).toEqual(before)
      expect(await confirm()).toEqual({ kind: 'done' })
      expect(await marksOf(sitting)).toEqual(
        before.map((mark) => (mark.question_id === sitting.questionId ? { ...mark, score: 1 } : mark)),
      )
      expect(await sitting.responses()).toMatchObject([{ state: 'marked', marks: oneMark, is_pending: 0 }])
      await isClean(sitting)
    })

    test('stay because the sitting is not opened again', async () => {
      const sitting = await handedIn()
      const before = await marksOf(sitting)
      await erase(sitting)
      expect(await sitting.reopen()).toMatchObject({ ok: false, code: 'CANNOT_CHANGE_TIME' })
      expect(await marksOf(sitting)).toEqual(before)
    })
  },
)
