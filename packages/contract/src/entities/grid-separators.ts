/**
 * What joins the one text of a grid form's answer (spec 2 §3, QGRID). Four segments are in it, joined by `segment`:
 *
 *     action ␜ fields ␜ rows ␜ html
 *
 * - `action`: the id of the selected action, or nothing.
 * - `fields`: each filled field as its id, `value`, what was filled in; joined by `entry`.
 * - `rows`: each family of rows that shows another state than at first, as its name, `value`, the state; joined by `entry`.
 *   Where the form was confirmed `part` and the form action `confirmed` follow.
 * - `html`: the form as it stood, as HTML, for whoever reads the answer. Nothing reads it back, and nobody trusts it: it is
 *   cleaned wherever it is shown.
 *
 * They are the four information separators of ASCII, which no keyboard types. They are taken out of what a learner enters, so
 * that any other text (bars, brackets, line ends, markup) travels as it is. An untouched form is the empty text.
 */
export const gridSeparators = { segment: '\u001c', part: '\u001d', entry: '\u001e', value: '\u001f' } as const

/** The form action of a form that was confirmed, and so can't be changed any more. */
export const confirmedFormAction = 'confirmed'

/** Most characters of the form's HTML in an answer. */
export const maxFormHtmlCharacters = 50_000
