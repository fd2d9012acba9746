import { shownAnswer } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { SittingOfExam } from './select-sittings.ts'

/** Sittings that are asked about at once. */
const sittingsAtOnce = 500

/** A question of an exam, and whether only those count who chose one of its options. */
interface WantedResponses {
  readonly orgId: number
  readonly questionId: string
  readonly option?: string | undefined
}

/** Which of some sittings were asked a question, or chose its option, in the same order. */
export const selectResponding = async (
  { kysely, dialect }: Database,
  { orgId, questionId, option }: WantedResponses,
  sittings: readonly SittingOfExam[],
): Promise<SittingOfExam[]> => {
  const found: SittingOfExam[] = []
  for (let from = 0; from < sittings.length; from += sittingsAtOnce) {
    const some = sittings.slice(from, from + sittingsAtOnce)
    const guids = some.map(({ form_run_guid }) => form_run_guid)
    const isOfThese = isOneOf(dialect, 'form_run_guid', guids, (guid) => guid)
    const asked = await kysely
      .selectFrom('mark')
      .select('form_run_guid')
      .where('org_id', '=', orgId)
      .where('question_id', '=', questionId)
      .where(isOfThese)
      .execute()
    let responding = asked.map(({ form_run_guid }) => form_run_guid)
    if (option !== undefined) {
      const answers = await kysely
        .selectFrom('answer')
        .select(['form_run_guid', 'answer'])
        .where('org_id', '=', orgId)
        .where('question_id', '=', questionId)
        .where(isOfThese)
        .execute()
      const choosing = answers.filter(({ answer }) => shownAnswer(answer).options.some(({ optionID }) => optionID === option))
      const chosen = new Set(choosing.map(({ form_run_guid }) => form_run_guid))
      responding = responding.filter((guid) => chosen.has(guid))
    }
    const isResponding = new Set(responding)
    found.push(...some.filter(({ form_run_guid }) => isResponding.has(form_run_guid)))
  }
  return found
}

/** The names of people and what they answered to a question, by sitting and by person. */
export const selectNamedAnswers = async (
  { kysely, dialect }: Database,
  { orgId, questionId }: WantedResponses,
  sittings: readonly SittingOfExam[],
) => {
  const people = await kysely
    .selectFrom('person')
    .select(['user_guid', 'user_id', 'username', 'first_name', 'last_name'])
    .where('org_id', '=', orgId)
    .where(
      isOneOf(
        dialect,
        'user_guid',
        sittings.map(({ user_guid }) => user_guid),
        (guid) => guid,
      ),
    )
    .execute()
  const answers = await kysely
    .selectFrom('answer')
    .select(['form_run_guid', 'answer'])
    .where('org_id', '=', orgId)
    .where('question_id', '=', questionId)
    .where(
      isOneOf(
        dialect,
        'form_run_guid',
        sittings.map(({ form_run_guid }) => form_run_guid),
        (guid) => guid,
      ),
    )
    .execute()
  return {
    people: new Map(people.map((person) => [person.user_guid, person])),
    answers: new Map(answers.map(({ form_run_guid, answer }) => [form_run_guid, shownAnswer(answer)])),
  }
}
