import { type StandingRun, standingRuns } from '../../assessment/marks/index.ts'
import type { ExportsContext } from '../exports-context.ts'
import type { GivenOfSitting } from './responses-table.ts'

const givenIn = ({ answers, files, questions }: StandingRun): GivenOfSitting => ({
  answers: new Map(answers.map((row) => [row.question_id, row])),
  files: new Map(
    [...Map.groupBy(files, ({ question_id }) => question_id ?? '')].map(([question, own]) => [
      question,
      own.map(({ file_name }) => file_name),
    ]),
  ),
  questions,
})

/** Reads of some sittings the answers that count, the files of each question, and the state of each question that was asked. */
export const selectGiven = async (
  context: Pick<ExportsContext, 'database' | 'exams'>,
  orgId: number,
  formRuns: readonly string[],
): Promise<ReadonlyMap<string, GivenOfSitting>> =>
  new Map([...(await standingRuns(context, orgId, formRuns))].map(([guid, run]) => [guid, givenIn(run)]))
