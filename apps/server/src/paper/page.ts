/** A4, and all lengths in points. */
export const paper = { width: 595.28, height: 841.89, top: 56, bottom: 64, side: 56 } as const
export const contentWidth = paper.width - 2 * paper.side
export const contentEnd = paper.height - paper.bottom

/** How text of a kind is set. `after` is the room below it. */
export interface TextStyle {
  readonly weight: 400 | 700
  readonly size: number
  readonly lineHeight: number
  readonly colour: string
  readonly after: number
}

const ink = '#1d2529'
const quietInk = '#56636b'

/** The styles of a document; headings are in the organisation's colour. */
export const textStyles = (heading: string) =>
  ({
    section: { weight: 700, size: 15, lineHeight: 21, colour: heading, after: 6 },
    question: { weight: 700, size: 11.5, lineHeight: 17, colour: ink, after: 3 },
    body: { weight: 400, size: 10.5, lineHeight: 16, colour: ink, after: 6 },
    strong: { weight: 700, size: 10.5, lineHeight: 16, colour: ink, after: 6 },
    label: { weight: 700, size: 9, lineHeight: 14, colour: heading, after: 2 },
    quiet: { weight: 400, size: 9.5, lineHeight: 14, colour: quietInk, after: 6 },
    figure: { weight: 700, size: 12, lineHeight: 17, colour: ink, after: 4 },
  }) as const satisfies Record<string, TextStyle>

export type StyleName = keyof ReturnType<typeof textStyles>
export const ruleColour = '#d4dade'
export const quietColour = quietInk
