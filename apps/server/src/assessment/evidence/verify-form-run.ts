import type { FormRunTable } from '../../db/schema.ts'
import { selectEventRows } from '../ledger-queries.ts'
import { selectAnswerEvents, selectAnswers, selectMarks } from '../queries.ts'
import { type LedgerGround, loadedOf } from '../time-ledger.ts'
import { checkAnswers } from './check-answers.ts'
import { checkLedger } from './check-ledger.ts'
import { checkMarks } from './check-marks.ts'
import type { Checked } from './finding.ts'

/** Holds everything that is kept of a form run against everything else. */
export const verifyFormRun = async (ground: LedgerGround, run: FormRunTable): Promise<Checked[]> => {
  const { org_id: orgId, form_run_guid: formRunGuid } = run
  const { kysely } = ground.database
  const { questions } = await loadedOf(ground, run)
  const answers = await selectAnswers({ kysely }, orgId, formRunGuid)
  return [
    checkLedger(run, await selectEventRows({ kysely }, { orgId, formRunGuid })),
    checkAnswers(answers, await selectAnswerEvents({ kysely }, orgId, formRunGuid)),
    checkMarks(run, questions, { answers, marks: await selectMarks({ kysely }, orgId, formRunGuid) }),
  ]
}

/** What doesn't match in all that was checked. */
export const findingsOf = (checked: readonly Checked[]): string[] => checked.flatMap(({ findings }) => findings)
