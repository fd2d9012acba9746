import type { HandInFile } from '@sitwell/contract'
import { requestTypes } from '../storage/records.ts'
import type { UploadLane } from './files/upload-lane-types.ts'
import type { FormRun } from './form-run/form-run.ts'
import { type AnswersAt, whereAnswersAre } from './only-here/where-answers-are.ts'
import type { PlayerSync, SyncParts } from './player-sync-types.ts'
import type { RequestQueue } from './queue/exam-queue.ts'
import type { ClosedComparison } from './set-back/compare-closed.ts'

type HereParts = SyncParts & {
  /** Form runs that are open in this tab. */
  readonly open: ReadonlyMap<string, FormRun>
  /** What is being found out of all others. */
  readonly closed: Pick<ClosedComparison, 'asking'>
  readonly queue: Pick<RequestQueue, 'waiting'>
  readonly uploads: Pick<UploadLane, 'pending' | 'waiting'>
}

/** Says what of a learner's answers and files is on this device, of the form runs of this tab and of earlier ones. */
export const localAnswers = (parts: HereParts): Pick<PlayerSync, 'onlyHere' | 'answersAt' | 'handIns'> => {
  const { open, closed, queue, uploads, store, userGuid } = parts
  const answersAt = async (formRunGuid: string): Promise<AnswersAt> => {
    const opened = open.get(formRunGuid)
    if (opened) {
      const { answers, comparison } = opened
      const asking = answers.isUnconfirmed() ? (comparison.asking() ?? 'asking') : undefined
      return whereAnswersAre(store, userGuid, formRunGuid, { records: answers.all(), asking })
    }
    const run = await store.formRun(userGuid, formRunGuid)
    const found = await whereAnswersAre(store, userGuid, formRunGuid, { asking: run && closed.asking(run) })
    return run ? found : { ...found, isNotHere: true }
  }
  /** Of each form run of the learner's that hasn't gone on in another one. */
  const ofEachRun = async () => {
    const runs = (await store.formRunsOf(userGuid)).filter(({ takenBy }) => takenBy === undefined)
    return Promise.all(
      runs.map(async ({ formRunGuid, examName = '' }) => ({ formRunGuid, examName, at: await answersAt(formRunGuid) })),
    )
  }
  return {
    async onlyHere() {
      const runs = await ofEachRun()
      const lacking = runs.flatMap(({ formRunGuid, examName, at }) =>
        at.onlyHere.map((one) => ({ ...one, formRunGuid, examName })),
      )
      const queued = queue
        .waiting()
        .filter(({ type, formRunGuid }) => type === requestTypes.saveAnswer && !open.has(formRunGuid))
      const answers = new Set([
        ...lacking.map(({ formRunGuid, questionId }) => `${formRunGuid}/${questionId}`),
        ...queued.map(({ formRunGuid, callbackId }) => `${formRunGuid}/${callbackId}`),
      ])
      const courses = queue.waiting().filter(({ type }) => type === requestTypes.saveCourse)
      return {
        answers: answers.size,
        files: uploads.waiting(),
        courses: new Set(courses.map(({ callbackId }) => callbackId)).size,
        checking: runs.reduce((sum, { at }) => sum + (at.isChecking ? at.onServer : 0), 0),
        refused: lacking.flatMap(({ examName, number, reason }) =>
          reason === undefined ? [] : [{ examName, number, reason }],
        ),
      }
    },
    answersAt,
    async handIns(about, formRunGuid) {
      // What was typed is numbered first, so that it is one save, whichever way it comes.
      await Promise.all([...open.values()].map((run) => run.saveAnswers())).catch(parts.onError)
      const nowIso = () => new Date(parts.nowMs()).toISOString()
      const filesOf = (of: string) => uploads.pending(of).flatMap(({ record }) => (record.kind === 'upload' ? [record] : []))
      // Seldom needed, and never before the first question; the page fetches it in reserve.
      const { makeHandIn } = await import('./only-here/hand-in.ts')
      const making = { ...parts, filesOf, nowIso }
      const files: HandInFile[] = []
      const lacks = ({ at }: { readonly at: AnswersAt }) => at.onlyHere.length > 0 || at.isChecking
      const lacking = async () => (await ofEachRun()).filter(lacks).map((run) => run.formRunGuid)
      for (const of of formRunGuid === undefined ? await lacking() : [formRunGuid]) {
        const file = await makeHandIn(making, { formRunGuid: of, about }, open.get(of)?.answers.all())
        if (file) files.push(file)
      }
      return files
    },
  }
}
