import type { Colour, Width } from '../../drawing/drawing.ts'

export const tools = ['pen', 'line', 'text', 'eraser'] as const
export type Tool = (typeof tools)[number]

/** What is drawn with. */
export interface Pen {
  readonly tool: Tool
  readonly colour: Colour
  readonly width: Width
}
