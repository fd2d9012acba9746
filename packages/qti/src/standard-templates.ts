import type { QtiElement } from './element.ts'

const element = (name: string, attributes: Record<string, string> = {}, children: readonly QtiElement[] = []): QtiElement => ({
  name,
  attributes,
  children,
})
const variable = (identifier: string) => element('variable', { identifier })
const correct = (identifier: string) => element('correct', { identifier })
const baseValue = (basetype: string, text: string): QtiElement => ({ name: 'basevalue', attributes: { basetype }, text })
const set = (identifier: string, value: QtiElement) => element('setoutcomevalue', { identifier }, [value])
const choose = (condition: QtiElement, then: readonly QtiElement[], otherwise: readonly QtiElement[]) =>
  element('responsecondition', {}, [
    element('responseif', {}, [condition, ...then]),
    ...(otherwise.length > 0 ? [element('responseelse', {}, otherwise)] : []),
  ])

const response = variable('RESPONSE')
const isRight = element('match', {}, [response, correct('RESPONSE')])
const score = (text: string) => set('SCORE', baseValue('float', text))
const setValue = (identifier: string, text: string) => set(identifier, baseValue('identifier', text))

/** Marks by a mapping; nothing answered is 0, whatever the mapping has for what stands nowhere in it. */
const mapped = (name: 'mapresponse' | 'mapresponsepoint') =>
  choose(element('isnull', {}, [response]), [score('0')], [set('SCORE', element(name, { identifier: 'RESPONSE' }))])

const scoredByMaximum = choose(
  element('equal', { tolerancemode: 'exact' }, [variable('MAXSCORE'), variable('SCORE')]),
  [setValue('FEEDBACK', 'correct')],
  [setValue('FEEDBACK', 'incorrect')],
)
const byMaximum = choose(
  isRight,
  [set('SCORE', variable('MAXSCORE')), setValue('FEEDBACKBASIC', 'correct')],
  [setValue('FEEDBACKBASIC', 'incorrect')],
)

/** What the standard's templates do, by the last part of their address in lower case. */
const templates: Readonly<Record<string, readonly QtiElement[]>> = {
  match_correct: [choose(isRight, [score('1')], [score('0')])],
  map_response: [mapped('mapresponse')],
  map_response_point: [mapped('mapresponsepoint')],
  cc2_match: [byMaximum],
  cc2_match_basic: [byMaximum],
  cc2_map_response: [mapped('mapresponse'), scoredByMaximum],
}

/** The rules of a template of the standard, by its address in any edition; undefined for anybody else's. */
export const standardTemplate = (address: string): readonly QtiElement[] | undefined => {
  const name =
    address
      .trim()
      .split('/')
      .at(-1)
      ?.replace(/\.xml$/i, '')
      .toLowerCase() ?? ''
  return Object.hasOwn(templates, name) ? templates[name] : undefined
}
