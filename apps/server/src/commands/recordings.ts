import { readFile } from 'node:fs/promises'
import type { Answer, Question } from '@sitwell/contract'
import { type PlayBack, playBack, type Recording, recording } from '@sitwell/question-types/recordings'
import { createExamCache, layOutExam, selectAnswers, shownAnswer } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import { readPackage } from '../import/read-package.ts'

/** What a learner did in a form run, as the activity log has it; undefined if there is no such form run. */
export const selectRecording = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  formRunGuid: string,
): Promise<Recording | undefined> => {
  const run = await kysely
    .selectFrom('form_run')
    .select('form_run_guid')
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .executeTakeFirst()
  if (!run) return undefined
  const rows = await kysely
    .selectFrom('activity')
    .select(['activity_id', 'type', 'value'])
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .orderBy('activity_id')
    .execute()
  return {
    formRunGuid,
    activities: rows.map(({ activity_id, type, value }) => ({ type, value: JSON.parse(value), id: activity_id })),
  }
}

/** Prints the recording of a form run. Answers the exit code. */
export const exportRecording = async (database: Database, orgId: number, formRunGuid: string): Promise<number> => {
  const found = await selectRecording(database, orgId, formRunGuid)
  if (!found) {
    console.error(`Organisation ${orgId} has no form run ${formRunGuid}.`)
    return 1
  }
  console.log(JSON.stringify(found, null, 2))
  return 0
}

/** The questions of the exam of a form run, and what the server holds of its answers. */
const examOfFormRun = async (database: Database, orgId: number, formRunGuid: string) => {
  const run = await database.kysely
    .selectFrom('form_run')
    .select(['org_id', 'schedule_guid', 'form_run_guid', 'exam_guid', 'version'])
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .executeTakeFirst()
  const loaded = run && (await createExamCache(database, Date.now).load(run))
  if (!loaded) return undefined
  const rows = await selectAnswers(database, orgId, formRunGuid)
  return {
    questions: loaded.layout.questions,
    held: new Map(rows.map((row) => [row.question_id, shownAnswer(row.answer)])),
  }
}

const examOfPackage = async (path: string) => {
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(reading.problems.map(({ place, message }) => `${place}: ${message}`).join('\n'))
  return { questions: layOutExam(reading.package.exam).questions }
}

/** An answer that says nothing is the same as none. */
const plain = (one: Answer | undefined) => JSON.stringify([one?.answerText ?? '', one?.options ?? [], one?.otherText ?? ''])

const describe = (played: PlayBack, questions: readonly Question[], held: ReadonlyMap<string, Answer> | undefined) => ({
  finished: played.finished,
  lastQuestion: played.page,
  answers: questions.flatMap(({ id, number, type }) => {
    const one = played.answers.get(id)
    const onServer = held?.get(id)
    if (!one && !onServer) return []
    const { answerText, options, otherText } = one?.answer ?? { answerText: '', options: [] }
    return [
      {
        ...{ number, questionId: id, type, answerText, options },
        ...(otherText !== undefined && { otherText }),
        ...(one && one.workings !== '' && { workings: one.workings }),
        saved: one?.saved ?? false,
        ...(held && { asOnServer: plain(one?.answer) === plain(onServer) }),
      },
    ]
  }),
  problems: played.problems,
})

/** A recording played back against the exam of its form run, beside what the server holds; undefined if there is no such form run. */
export const playBackFormRun = async (database: Database, orgId: number, played: Recording) => {
  const exam = await examOfFormRun(database, orgId, played.formRunGuid)
  return exam && describe(playBack(played, exam.questions), exam.questions, exam.held)
}

const playBackPackage = async (path: string, played: Recording) => {
  const { questions } = await examOfPackage(path)
  return describe(playBack(played, questions), questions, undefined)
}

/**
 * Prints the answers that a recording ends with: against an exam package, or against the exam of its form run, and then beside what
 * the server holds. Answers the exit code: 1 where it can't be read, or part of it makes no sense.
 */
export const playRecording = async (
  database: Database,
  orgId: number,
  file: string,
  examPackage: string | undefined,
): Promise<number> => {
  const read = recording.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!read.success) {
    console.error(`${file} is not a recording:`)
    for (const { path, message } of read.error.issues) console.error(`  ${path.join('.')}: ${message}`)
    return 1
  }
  const played =
    examPackage === undefined
      ? await playBackFormRun(database, orgId, read.data)
      : await playBackPackage(examPackage, read.data)
  if (!played) {
    console.error(`Organisation ${orgId} has no form run ${read.data.formRunGuid}; name its exam with --exam PACKAGE.`)
    return 1
  }
  console.log(JSON.stringify(played, null, 2))
  return played.problems.length > 0 ? 1 : 0
}
