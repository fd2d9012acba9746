/** Elements of QTI 3.0 that declare variables, draw their values and process responses and outcomes, as the standard spells them. */
const elements =
  'response-declaration outcome-declaration correct-response default-value value mapping map-entry area-mapping area-map-entry match-table match-table-entry interpolation-table interpolation-table-entry response-processing response-condition response-if response-else-if response-else response-processing-fragment exit-response set-outcome-value lookup-outcome-value base-value variable correct default null map-response map-response-point math-constant math-operator multiple ordered container-size is-null index field-value random member delete contains substring not and or any-n match string-match pattern-match equal equal-rounded inside lt gt lte gte duration-lt duration-gte sum product subtract divide power integer-divide integer-modulus truncate round round-to integer-to-float gcd lcm max min repeat stats-operator custom-operator random-integer random-float template-declaration template-processing template-condition template-if template-else-if template-else template-constraint exit-template set-template-value set-correct-response set-default-value outcome-condition outcome-if outcome-else-if outcome-else outcome-processing-fragment exit-test test-variables outcome-maximum outcome-minimum number-correct number-incorrect number-presented number-responded number-selected'
const attributes =
  'base-type case-sensitive default-value lower-bound upper-bound map-key mapped-value external-scored normal-maximum normal-minimum mastery-value long-interpretation field-identifier tolerance-mode include-lower-bound include-upper-bound rounding-mode number-repeats source-value target-value include-boundary template-location math-variable param-variable template-identifier show-hide power-form mapping-indicator variable-identifier outcome-identifier section-identifier include-category exclude-category weight-identifier'

const bare = (name: string) => name.replaceAll('-', '')
const names = new Map(elements.split(' ').map((one) => [bare(one), `qti-${one}`]))
const spelt = new Map(attributes.split(' ').map((one) => [bare(one), one]))

/** The name of an element as QTI 3.0 spells it; undefined for one that isn't of its processing. */
export const elementName = (name: string): string | undefined => names.get(name)
export const attributeName = (name: string): string => spelt.get(name) ?? name
