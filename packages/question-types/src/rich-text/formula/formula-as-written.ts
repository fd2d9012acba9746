import type { FormulaRun } from '../rich-document.ts'
import type { FormulaReading } from './formula-reading.ts'

/** A formula as its markup stands: enough to tell one from another, and whether there is anything in it. */
export class FormulaAsWritten implements FormulaReading {
  private markup = ''
  private isEmpty = true

  open(name: string): void {
    this.markup += `<${name}>`
  }

  text(text: string): void {
    this.markup += text
    this.isEmpty &&= text.trim() === ''
  }

  close(name: string): void {
    this.markup += `</${name}>`
  }

  finish(): FormulaRun | undefined {
    if (this.isEmpty) return undefined
    return { kind: 'formula', math: { name: 'mtext', attributes: {}, children: [], text: this.markup }, source: '' }
  }
}
