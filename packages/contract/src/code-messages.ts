import * as z from 'zod/mini'
import { mostCodeCharacters } from './code-page.ts'

/** How a page looks, for code that fits itself into it: custom properties by name, and `color-scheme`. */
export interface CodeLook {
  readonly language: string
  readonly direction: string
  readonly theme: Readonly<Record<string, string>>
}

/** What the code of a question begins with. All that it may load comes with it: its frame has no way to fetch anything. */
export interface CodeStart {
  readonly type: string
  readonly module: string
  readonly modules: readonly { readonly id: string; readonly file: string }[]
  readonly files: readonly { readonly name: string; readonly blob: Blob }[]
  readonly properties: readonly { readonly name: string; readonly value: string }[]
  readonly markup: string
  /** What the response is called, and what was answered so far. */
  readonly response: { readonly name: string; readonly value: unknown }
  readonly state: unknown
  readonly isLocked: boolean
  readonly look: CodeLook
}

/** What the player tells the frame: it is the player's own, and sent through a port that nobody else has. */
export type CodeOrder =
  | { readonly type: 'start'; readonly start: CodeStart }
  | { readonly type: 'look'; readonly look: CodeLook }
  /** Tell again what is held. */
  | { readonly type: 'ask' }

/**
 * What the frame tells the player. Foreign code runs beside what writes it, so all of it is bounded, and none of it is believed to be more
 * than an answer: `answer` is JSON of response and state.
 */
export const codeMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('answer'), json: z.string().check(z.maxLength(mostCodeCharacters)) }),
  /** What it holds is more than is kept, or nothing that can be. */
  z.object({ type: z.literal('refused') }),
  z.object({ type: z.literal('height'), pixels: z.number().check(z.minimum(0), z.maximum(100_000)) }),
  z.object({ type: z.literal('failed'), why: z.string().check(z.maxLength(1000)) }),
])
export type CodeMessage = z.infer<typeof codeMessage>
