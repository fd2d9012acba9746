import { rulesOf } from '@sitwell/question-types/rules'
import type { Player } from '../../context/player.ts'
import type { FormRun } from '../../sync/form-run/form-run.ts'
import { syncOfPlayer } from '../../sync/sync-of-player.ts'
import type { ExamVisit } from './exam-visit.ts'
import { filesOfExam } from './files-of-exam.ts'
import { remainingTimeMs } from './loaded-exam.ts'

/** Milliseconds beyond the exam's own time for which it can be gone on with: pauses, extensions, a laptop that was carried off. */
const graceMs = 4 * 60 * 60 * 1000
/** The same, of an exam without a time. */
const untimedMs = 24 * 60 * 60 * 1000

/** The files of a visit by their addresses: those that were loaded ahead, and pictures that only the page has shown. */
const loadedFiles = async (player: Player, visit: ExamVisit): Promise<Map<string, Blob>> => {
  const files = new Map<string, Blob>()
  for (const [address, objectUrl] of visit.files)
    files.set(address, visit.documents.get(address) ?? (await (await fetch(objectUrl)).blob()))
  for (const address of filesOfExam(player, visit.exam).images) {
    if (files.has(address)) continue
    const outcome = await player.api.fetchBlob(address, { attempts: 1 })
    if (outcome.ok) files.set(address, outcome.value)
  }
  return files
}

/** What the server rendered for questions that it renders. */
const controlsOf = ({ exam }: ExamVisit): Record<string, string> =>
  Object.fromEntries(
    [...exam.questions].flatMap(([id, { type, html }]) =>
      rulesOf(type).remote !== undefined && typeof html === 'string' ? [[id, html] as const] : [],
    ),
  )

const askToPersist = async () => navigator.storage?.persist?.()

const keep = async (player: Player, visit: ExamVisit, { formRunGuid }: FormRun): Promise<void> => {
  const { exam, schedule } = visit
  const { examGuid } = exam.content
  // Asked for once the exam runs: some browsers ask the learner, who sees why then.
  void askToPersist().catch(() => false)
  const remainingMs = remainingTimeMs(exam)
  // By the computer's clock: whoever looks whether it is over, without a network or a page, has no other.
  const untilMs = player.clock.browserMs() + (remainingMs === undefined ? untimedMs : remainingMs + graceMs)
  player.storedSession.keep(examGuid, untilMs)
  if (exam.isStored) return
  const { storedExams } = await syncOfPlayer(player)
  const files = await loadedFiles(player, visit)
  await storedExams.keep(
    {
      format: 1,
      userGuid: player.session.user.guid,
      examGuid,
      formRunGuid,
      schedule: { ...schedule, commenced: true },
      content: { ...exam.content, formRunGuid },
      controls: controlsOf(visit),
      files: [],
      keptAt: new Date(player.clock.nowMs()).toISOString(),
    },
    files,
  )
}

/** What is being kept. Its files may take longer than the rest of the exam: what comes after its end has to go as well. */
let keeping: Promise<void> = Promise.resolve()

/**
 * Keeps an exam that is being sat, with its files and the session that it is sat in, so that a page that is loaded again continues
 * with it, network or not. An exam that was itself opened without a network is kept already.
 */
export const keepExam = (player: Player, visit: ExamVisit, formRun: FormRun): Promise<void> => {
  const stored = keep(player, visit, formRun)
  keeping = Promise.allSettled([keeping, stored]).then(() => {})
  return stored
}

/** The exam is over: nothing of it stays in this browser but answers that the server doesn't have yet. */
export const letGoOfExam = async (player: Player): Promise<void> => {
  player.storedSession.end()
  const { storedExams } = await syncOfPlayer(player)
  await storedExams.clear()
  await keeping
  await storedExams.clear()
}
