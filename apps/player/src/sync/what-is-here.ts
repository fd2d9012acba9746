import type { HandInFile } from '@sitwell/contract'
import { requestTypes } from '../storage/records.ts'
import type { FormRun } from './form-run.ts'
import { makeHandIn } from './hand-in.ts'
import type { PlayerSync, SyncParts } from './player-sync.ts'
import type { RequestQueue } from './request-queue.ts'
import type { UploadLane } from './upload-lane.ts'
import { type AnswersAt, whereAnswersAre } from './where-answers-are.ts'

type HereParts = SyncParts & {
  /** Form runs that are open in this tab. */
  readonly open: ReadonlyMap<string, FormRun>
  readonly queue: Pick<RequestQueue, 'waiting'>
  readonly uploads: Pick<UploadLane, 'pending' | 'waiting'>
}

/** Says what of a learner's answers and files is on this device, of the form runs of this tab and of earlier ones. */
export const whatIsHere = (parts: HereParts): Pick<PlayerSync, 'onlyHere' | 'answersAt' | 'handIns'> => {
  const { open, queue, uploads, store, userGuid } = parts
  const answersAt = async (formRunGuid: string): Promise<AnswersAt> => {
    const opened = open.get(formRunGuid)
    const now = parts.generation.current()
    const before = opened ? undefined : (await store.formRun(userGuid, formRunGuid))?.generation
    const isChecking = opened ? opened.answers.isUnconfirmed() : now !== undefined && before !== undefined && before !== now
    return whereAnswersAre(store, userGuid, formRunGuid, { records: opened?.answers.all(), isChecking })
  }
  const lackingRuns = async () => {
    const found: string[] = []
    for (const { formRunGuid, takenBy } of await store.formRunsOf(userGuid)) {
      const at = takenBy === undefined ? await answersAt(formRunGuid) : undefined
      if (at && (at.onlyHere.length > 0 || at.isChecking)) found.push(formRunGuid)
    }
    return found
  }
  return {
    onlyHere() {
      const held = [...open.values()].flatMap((run) => run.unsent().map((questionId) => `${run.formRunGuid}/${questionId}`))
      const queued = queue
        .waiting()
        .filter(({ type, formRunGuid }) => type === requestTypes.saveAnswer && !open.has(formRunGuid))
        .map(({ formRunGuid, callbackId }) => `${formRunGuid}/${callbackId}`)
      const courses = queue.waiting().filter(({ type }) => type === requestTypes.saveCourse)
      const scos = new Set(courses.map(({ callbackId }) => callbackId))
      return { answers: new Set([...held, ...queued]).size, files: uploads.waiting(), courses: scos.size }
    },
    answersAt,
    async handIns(about, formRunGuid) {
      // What was typed is numbered first, so that it is one save, whichever way it comes.
      await Promise.all([...open.values()].map((run) => run.saveAnswers())).catch(parts.onError)
      const nowIso = () => new Date(parts.nowMs()).toISOString()
      const filesOf = (of: string) => uploads.pending(of).flatMap(({ record }) => (record.kind === 'upload' ? [record] : []))
      const making = { ...parts, filesOf, nowIso }
      const files: HandInFile[] = []
      for (const of of formRunGuid === undefined ? await lackingRuns() : [formRunGuid]) {
        const file = await makeHandIn(making, { formRunGuid: of, about }, open.get(of)?.answers.all())
        if (file) files.push(file)
      }
      return files
    },
  }
}
