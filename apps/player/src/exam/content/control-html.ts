import { type ControlProperty, legacyControl, type Question } from '@sitwell/contract'
import type { Player } from '../../context/player.ts'
import { failedCall } from './exam-failure.ts'

/** The HTML of a legacy control, as the server renders it; empty if it knows none. Throws an error if it can't be asked. */
export const controlHtml = async (
  { api, reportError }: Pick<Player, 'api' | 'reportError'>,
  question: Question,
  { controlName, props }: { readonly controlName: string; readonly props: ControlProperty[] },
): Promise<string> => {
  const initialData = question.serverAnswer?.answerText ?? ''
  const outcome = await api.call(legacyControl, { body: { questionID: question.id, controlName, initialData, props } })
  if (outcome.ok) return outcome.value
  if (outcome.kind !== 'refused' || outcome.code !== 'NOT_FOUND')
    throw failedCall(`The control ${controlName} could not be loaded`, outcome)
  // The question says so in its place, and the rest of the exam can be sat.
  reportError(new Error(outcome.message), `legacy control ${controlName}`)
  return ''
}
