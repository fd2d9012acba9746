import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { markedSitting, oneMark } from '../../testing/marked-sitting.ts'
import { examOf } from '../../testing/test-world.ts'
import { findingsOf, verifyFormRun } from '../evidence/index.ts'
import { confirmResults } from '../results/index.ts'
import { listOlder } from './list-older.ts'

describeOnEach(
  bothDatabases,
  'a mark that a person gave, on %s',
  { config: { lateSaveGraceMs: 60_000 } },
  ({ server, nextOrgId }) => {
    type Wishes = Omit<Parameters<typeof markedSitting>[1], 'orgId'>
    const handedIn = async (more: Wishes = {}) => {
      const sitting = await markedSitting(server, { orgId: nextOrgId(), ...more })
      await sitting.handIn()
      return sitting
    }
    type Sitting = Awaited<ReturnType<typeof handedIn>>
    const isClean = async (sitting: Sitting) =>
      expect(findingsOf(await verifyFormRun(sitting.context, await sitting.run()))).toEqual([])
    const confirm = (sitting: Sitting, what: 'confirmed' | 'withdrawn' = 'confirmed') =>
      confirmResults(sitting.context, sitting.place, { author: 'command', what, reason: 'The board.' })
    const marksOf = async (sitting: Sitting) =>
      (await sitting.entries()).flatMap((entry) => ('marks' in entry ? [[entry.number, entry.marks, entry.sequence]] : []))

    // OFFICE-301
    test('stays when a late answer counts, and the response waits with both versions', async () => {
      const sitting = await handedIn()
      await sitting.mark(3 * oneMark)
      expect((await sitting.trySave('Because of the wind.')).status).toBe(200)
      expect(await sitting.kept()).toMatchObject({ score: 0, needs_person: 1 })
      expect(await sitting.responses()).toMatchObject([{ state: 'changed', marks: null, sequence: 2, newest_entry: 1 }])
      expect(await marksOf(sitting)).toEqual([[1, 3 * oneMark, 1]])
      await isClean(sitting)
      // Who marks what it was before changes nothing; who marks what it is now does.
      expect(await sitting.mark(oneMark, { sequence: 1, basedOn: 1 })).toMatchObject({ standing: { state: 'changed' } })
      expect(await sitting.mark(2 * oneMark, { basedOn: 2 })).toMatchObject({
        standing: { state: 'marked', marks: 2 * oneMark },
      })
      expect(await sitting.kept()).toMatchObject({ score: 2, needs_person: 0 })
      expect(await marksOf(sitting)).toHaveLength(3)
      await isClean(sitting)
    })

    // OFFICE-404
    test('has a comment that its learner reads with the released result, and none that was written later', async () => {
      const sitting = await handedIn()
      await sitting.mark(3 * oneMark, { comment: 'Close to the scheme.', learnerComment: 'Name <b>two</b> causes.' })
      expect(await sitting.result()).not.toHaveProperty('questionFeedback')
      await confirm(sitting)
      const [shown] = (await sitting.result()).questionFeedback ?? []
      expect(shown).toMatchObject({ questionId: sitting.questionId, comments: [{ text: 'Name <b>two</b> causes.' }] })
      expect(JSON.stringify(shown)).not.toContain('Close to the scheme')
      await sitting.mark(2 * oneMark, { basedOn: 1, learnerComment: 'Written later.' })
      expect((await sitting.result()).questionFeedback).toEqual([shown])
      await confirm(sitting, 'withdrawn')
      expect(await sitting.result()).not.toHaveProperty('questionFeedback')
      await confirm(sitting)
      expect((await sitting.result()).questionFeedback).toMatchObject([{ comments: [{ text: 'Written later.' }] }])
      await isClean(sitting)
    })

    // OFFICE-301
    test('stays when the sitting is opened again, which is on no list until it is completed', async () => {
      const sitting = await handedIn()
      await sitting.mark(3 * oneMark)
      expect(await sitting.reopen()).toMatchObject({ ok: true })
      expect(await sitting.responses()).toEqual([])
      expect(await sitting.kept()).toBeUndefined()
      expect(await marksOf(sitting)).toEqual([[1, 3 * oneMark, 1]])
      await isClean(sitting)
      // A marker who was offline meanwhile loses nothing either.
      expect(await sitting.mark(2 * oneMark, { basedOn: 1 })).toMatchObject({ entry: 2, standing: { state: 'open' } })
      await isClean(sitting)
      await sitting.handIn()
      expect(await sitting.responses()).toMatchObject([{ state: 'marked', marks: 2 * oneMark }])
      expect(await sitting.kept()).toMatchObject({ score: 2, needs_person: 0 })
      await sitting.reopen()
      await sitting.save('Because of the wind.')
      await sitting.handIn()
      expect(await sitting.responses()).toMatchObject([{ state: 'changed', newest_entry: 2 }])
      await isClean(sitting)
    })

    // OFFICE-404
    test('is seen by the learner once the results are confirmed, and not before', async () => {
      const orgId = nextOrgId()
      const settings = { examTime: 600, warningTime: 60, resultFeedbackMask: 7 }
      const sitting = await markedSitting(server, { orgId, exam: examOf(`o${orgId}`, { settings } as never) })
      await sitting.handIn()
      const before = await sitting.result()
      expect(before).toMatchObject({ marked: false, score: 0, resultStillBeingProcessed: true })
      await sitting.mark(3 * oneMark)
      expect(await sitting.result()).toEqual(before)
      expect(await confirm(sitting)).toEqual({ kind: 'done' })
      expect(await sitting.result()).toMatchObject({ marked: true, score: 3, maxScore: 8, grade: 'Fail', pass: false })
      await isClean(sitting)
    })

    // OFFICE-404
    test('changes nothing of results that were confirmed before, until they are confirmed again', async () => {
      const sitting = await handedIn()
      await sitting.mark(3 * oneMark)
      await confirm(sitting)
      const confirmed = await sitting.result()
      expect(await sitting.mark(oneMark, { basedOn: 1 })).toMatchObject({
        standing: { state: 'marked', marks: oneMark, isPending: true },
      })
      expect(await sitting.responses()).toMatchObject([{ marks: oneMark, is_pending: 1 }])
      expect(await sitting.result()).toEqual(confirmed)
      await isClean(sitting)
      expect(await sitting.return('chief')).toMatchObject({ standing: { state: 'waiting', isPending: true } })
      expect(await sitting.result()).toEqual(confirmed)
      expect(await confirm(sitting)).toEqual({ kind: 'waiting', answers: 1 })
      expect(await sitting.result()).toEqual(confirmed)
      await sitting.mark(2 * oneMark, { basedOn: 3 })
      expect(await confirm(sitting)).toEqual({ kind: 'done' })
      expect(await sitting.result()).toMatchObject({ marked: true, score: 2 })
      expect(await sitting.responses()).toMatchObject([{ marks: 2 * oneMark, is_pending: 0 }])
      expect(await confirm(sitting)).toEqual({ kind: 'same' })
      await isClean(sitting)
    })

    test('counts at once when a confirmation is withdrawn, or lapses because a late answer counts', async () => {
      const sitting = await handedIn()
      await sitting.mark(3 * oneMark)
      await confirm(sitting)
      await sitting.mark(oneMark, { basedOn: 1 })
      expect(await confirm(sitting, 'withdrawn')).toEqual({ kind: 'done' })
      expect(await sitting.kept()).toMatchObject({ score: 1 })
      expect(await sitting.responses()).toMatchObject([{ is_pending: 0 }])
      await isClean(sitting)
      await confirm(sitting)
      await sitting.mark(2 * oneMark, { basedOn: 2 })
      expect((await sitting.trySave('Because of the wind.')).status).not.toBe(200)
      await sitting.acceptLate()
      expect(await sitting.responses()).toMatchObject([{ state: 'changed', is_pending: 0 }])
      expect(await sitting.kept()).toMatchObject({ needs_person: 1 })
      expect((await sitting.run()).results_confirmed_at).toBeNull()
      await isClean(sitting)
    })

    test('is told at once where results are shown immediately', async () => {
      const sitting = await handedIn({ policy: 'immediately' })
      expect(await sitting.result()).toMatchObject({ marked: false, awaitingPerson: 1 })
      await sitting.mark(3 * oneMark)
      expect(await sitting.result()).toMatchObject({ marked: true, score: 3 })
      await isClean(sitting)
    })

    // OFFICE-305
    test('finds its response, if that was completed by a version that listed none', async () => {
      const sitting = await handedIn()
      const { kysely } = server.db
      const forget = async () => {
        await kysely.deleteFrom('response_mark').execute()
        await kysely.updateTable('form_run').set({ responses_of: null }).execute()
      }
      await forget()
      await isClean(sitting)
      const errors: unknown[] = []
      const context = { ...sitting.context, log: { error: (it: unknown) => errors.push(it) } as never }
      await listOlder(context)
      expect(await sitting.responses()).toMatchObject([{ state: 'waiting' }])
      await isClean(sitting)
      await sitting.mark(3 * oneMark)
      await confirm(sitting)
      await sitting.mark(oneMark, { basedOn: 1 })
      await forget()
      await listOlder(context)
      expect(await sitting.responses()).toMatchObject([{ state: 'marked', marks: oneMark, is_pending: 1 }])
      expect(await sitting.kept()).toMatchObject({ score: 3 })
      await isClean(sitting)
      expect(errors).toEqual([])
      // Those that are listed are looked at no more.
      await kysely.deleteFrom('response_mark').execute()
      await listOlder(context)
      expect(await sitting.responses()).toEqual([])
    })
  },
)
