import type { FormulaRun } from '../rich-document.ts'

/** Reads a formula while its markup goes by: to a run, to its text where it is too large, to nothing where it is empty. */
export interface FormulaReading {
  open(name: string, attributes: ReadonlyMap<string, string>): void
  text(text: string): void
  close(name: string): void
  finish(): FormulaRun | string | undefined
}
