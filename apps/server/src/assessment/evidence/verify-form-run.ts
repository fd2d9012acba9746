import { withExtraTime } from '@sitwell/exam/time/extra-time'
import type { Database } from '../../db/database.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { heldFiles, selectAnnouncedOf } from '../files/index.ts'
import {
  isErased,
  type LoadedExam,
  selectAnswerEvents,
  selectAnswers,
  selectErasedSaves,
  selectEventRows,
  selectExtraMs,
  selectFormRunOfOrganisation,
  selectLedger,
  selectMarks,
  selectPartWindows,
} from '../form-run/index.ts'
import { type LedgerContext, selectNotes } from '../ledger/index.ts'
import { selectEntryRows, selectResponseRows } from '../marks/index.ts'
import { checkAnswers } from './check-answers.ts'
import { checkAttempts } from './check-attempts.ts'
import { checkFiles } from './check-files.ts'
import { checkErasedHistory, checkHistory } from './check-history.ts'
import { checkLedger } from './check-ledger.ts'
import { checkMarkEntries } from './check-mark-entries.ts'
import { checkMarks } from './check-marks.ts'
import { checkNotes } from './check-notes.ts'
import { checkRelease } from './check-release.ts'
import { checkResultRows } from './check-result-rows.ts'
import { checkTimes } from './check-times.ts'
import type { Checked } from './finding.ts'

/** The rows that result sets have for a sitting. */
const selectResultRows = ({ kysely }: Pick<Database, 'kysely'>, { org_id, form_run_guid }: FormRunTable) =>
  kysely
    .selectFrom('result_row')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .orderBy('set_number')
    .execute()

const isErasedPerson = async ({ kysely }: Pick<Database, 'kysely'>, { org_id, user_guid }: FormRunTable): Promise<boolean> =>
  (await kysely
    .selectFrom('erased_person')
    .select('user_guid')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .executeTakeFirst()) !== undefined

const verifyAt = async (database: Database, loaded: LoadedExam | undefined, run: FormRunTable): Promise<Checked[]> => {
  const { org_id: orgId, form_run_guid: formRunGuid } = run
  const { kysely } = database
  const saves = await selectAnswerEvents({ kysely }, orgId, formRunGuid)
  const areErased = await isErased({ kysely }, orgId, formRunGuid)
  const place = { orgId, formRunGuid }
  const entries = await selectEntryRows({ kysely }, place)
  // What somebody made unreadable is a finding, and keeps nothing else from being checked.
  const events = await selectLedger({ kysely }, place).catch(() => undefined)
  const notes = await selectNotes({ kysely }, place)
  const ofMarks = events
    ? [
        ...checkMarkEntries(run, entries, events, { mayBeErased: areErased }),
        ...checkNotes(notes, events, { mayBeErased: areErased }),
      ]
    : []
  const setRows = await selectResultRows({ kysely }, run)
  const isPersonErased = await isErasedPerson({ kysely }, run)
  const ofSets = events ? checkResultRows(run, setRows, events, { mayBeErased: isPersonErased }) : []
  if (areErased) {
    const erased = await selectErasedSaves({ kysely }, orgId, formRunGuid)
    // Else its files alone were.
    if (erased.length > 0 || saves.length === 0)
      return [
        checkLedger(run, await selectEventRows({ kysely }, place)),
        checkErasedHistory(run, erased, saves),
        ...ofMarks,
        ...ofSets,
      ]
  }
  if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)
  const { plan } = loaded
  const answers = await selectAnswers({ kysely }, orgId, formRunGuid)
  const ledger = await selectEventRows({ kysely }, { orgId, formRunGuid })
  const files = await heldFiles(database, place)
  const held = await selectPartWindows({ kysely }, { orgId, formRunGuid })
  return [
    checkLedger(run, ledger),
    checkHistory(run, ledger, saves),
    checkAnswers(answers, saves),
    checkMarks(run, loaded, {
      ...{ answers, saves, events: events ?? [], entries },
      files: files.map(({ row }) => row),
      announced: await selectAnnouncedOf({ kysely }, place),
      areFilesGone: areErased,
      marks: await selectMarks({ kysely }, orgId, formRunGuid),
      responses: await selectResponseRows({ kysely }, place),
    }),
    ...ofMarks,
    ...checkAttempts(loaded, saves, events ?? []),
    ...(events ? checkRelease(run, events) : []),
    ...ofSets,
    checkTimes(run, withExtraTime(plan, await selectExtraMs({ kysely }, run)), {
      events,
      held,
      isChained: ledger[0]?.hash !== null,
    }),
    checkFiles(files, events ?? [], { areErased }),
  ]
}

/**
 * Holds everything that is kept of a form run against everything else, as all of it is at one moment: a learner who answers, or an
 * invigilator who acts meanwhile, is no finding.
 */
export const verifyFormRun = async ({ database, exams }: LedgerContext, run: FormRunTable): Promise<Checked[]> => {
  // Before the snapshot, which asks nothing of anybody else.
  const loaded = await exams.load(run)
  return readSnapshot(database, async (snapshot) => {
    const now = await selectFormRunOfOrganisation(snapshot, run.org_id, run.form_run_guid)
    if (!now) throw new Error(`The form run ${run.form_run_guid} went away while it was read`)
    return verifyAt(snapshot, loaded, now)
  })
}

/** What doesn't match in all that was checked. */
export const findingsOf = (checked: readonly Checked[]): string[] => checked.flatMap(({ findings }) => findings)
