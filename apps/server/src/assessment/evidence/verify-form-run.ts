import { withExtraTime } from '@sitwell/exam/time/extra-time'
import type { FormRunTable } from '../../db/schema.ts'
import { heldFiles } from '../../files/held-files.ts'
import { isErased, selectAnswerEvents, selectAnswers, selectErasedSaves, selectMarks } from '../form-runs/queries.ts'
import { selectEventRows, selectExtraMs, selectLedger, selectPartWindows } from '../ledger/ledger-queries.ts'
import { type LedgerContext, loadedOf } from '../ledger/time-ledger.ts'
import { checkAnswers } from './check-answers.ts'
import { checkFiles } from './check-files.ts'
import { checkErasedHistory, checkHistory } from './check-history.ts'
import { checkLedger } from './check-ledger.ts'
import { checkMarks } from './check-marks.ts'
import { checkTimes } from './check-times.ts'
import type { Checked } from './finding.ts'

/** Holds everything that is kept of a form run against everything else. */
export const verifyFormRun = async (context: LedgerContext, run: FormRunTable): Promise<Checked[]> => {
  const { org_id: orgId, form_run_guid: formRunGuid } = run
  const { kysely } = context.database
  const saves = await selectAnswerEvents({ kysely }, orgId, formRunGuid)
  const areErased = await isErased({ kysely }, orgId, formRunGuid)
  if (areErased) {
    const erased = await selectErasedSaves({ kysely }, orgId, formRunGuid)
    // Else its files alone were.
    if (erased.length > 0 || saves.length === 0)
      return [checkLedger(run, await selectEventRows({ kysely }, { orgId, formRunGuid })), checkErasedHistory(run, erased)]
  }
  const { questions, plan } = await loadedOf(context, run)
  const answers = await selectAnswers({ kysely }, orgId, formRunGuid)
  const ledger = await selectEventRows({ kysely }, { orgId, formRunGuid })
  // What somebody made unreadable is a finding, and keeps nothing else from being checked.
  const events = await selectLedger({ kysely }, { orgId, formRunGuid }).catch(() => undefined)
  const held = await selectPartWindows({ kysely }, { orgId, formRunGuid })
  return [
    checkLedger(run, ledger),
    checkHistory(run, ledger, saves),
    checkAnswers(answers, saves),
    checkMarks(run, questions, { answers, marks: await selectMarks({ kysely }, orgId, formRunGuid) }),
    checkTimes(run, withExtraTime(plan, await selectExtraMs({ kysely }, run)), {
      events,
      held,
      isChained: ledger[0]?.hash !== null,
    }),
    checkFiles(await heldFiles(context.database, { orgId, formRunGuid }), events ?? [], { areErased }),
  ]
}

/** What doesn't match in all that was checked. */
export const findingsOf = (checked: readonly Checked[]): string[] => checked.flatMap(({ findings }) => findings)
