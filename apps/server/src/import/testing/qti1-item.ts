/** A file of QTI 1.2 with what is inside an assessment's only section. */
export const test12 = (...items: string[]) =>
  `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a1" title="Trees"><section ident="s1">${items.join('')}</section></assessment></questestinterop>`

const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`

/** An item of QTI 1.2 with metadata as Canvas writes it. */
export const item12 = (
  presentation: string,
  resprocessing: string,
  { type = '', points = '', ident = 'i1', more = '' }: { type?: string; points?: string; ident?: string; more?: string } = {},
) =>
  `<item ident="${ident}" title="Item ${ident}"><itemmetadata><qtimetadata>${type && field('question_type', type)}${points && field('points_possible', points)}</qtimetadata></itemmetadata><presentation>${presentation}</presentation>${resprocessing && `<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${resprocessing}</resprocessing>`}${more}</item>`

export const text12 = (html: string) => `<material><mattext texttype="text/html"><![CDATA[${html}]]></mattext></material>`

/** A response of choices, each called `a`, `b` and so on. */
export const choices12 = (ident: string, cardinality: string, texts: readonly string[], lead = '') =>
  `<response_lid ident="${ident}" rcardinality="${cardinality}">${lead && text12(lead)}<render_choice>${texts.map((one, at) => `<response_label ident="${String.fromCharCode(97 + at)}">${text12(one)}</response_label>`).join('')}</render_choice></response_lid>`

export const fib12 = (ident: string, more = '') =>
  `<response_str ident="${ident}" rcardinality="Single"><render_fib ${more}><response_label ident="answer1"/></render_fib></response_str>`

export const equal12 = (ident: string, value: string, more = '') => `<varequal respident="${ident}" ${more}>${value}</varequal>`

/** A rule; `change` is an action with its value, as `Set 100`. */
export const rule12 = (condition: string, change = '', more = '') => {
  const [action, value] = change.split(' ')
  return `<respcondition ${more}><conditionvar>${condition}</conditionvar>${change && `<setvar action="${action}" varname="SCORE">${value}</setvar>`}</respcondition>`
}
