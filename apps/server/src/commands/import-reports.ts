import { writeFile } from 'node:fs/promises'
import type { ImportReport } from '../import/report/import-report.ts'
import { pageOf } from '../import/report/report-page.ts'
import { tableOf } from '../import/report/report-table.ts'

/** Where the reports of an import go beside the terminal: `json` for programs, `html` for people. */
export interface ReportFiles {
  readonly json?: string | undefined
  readonly html?: string | undefined
}

/** The reports of one import: each is told as it comes, and all of them are written at its end. */
export class ImportReports {
  readonly #all: ImportReport[] = []

  add(report: ImportReport): void {
    this.keep(report)
    for (const line of tableOf(report)) console.log(line)
  }

  /** A report of what is told in other words. */
  keep(report: ImportReport): void {
    this.#all.push(report)
  }

  /** Writes the files that were asked for; what was imported is told in them, and what was refused for its loss. */
  async write({ json, html }: ReportFiles): Promise<void> {
    if (json !== undefined) await writeFile(json, `${JSON.stringify(this.#all, null, 2)}\n`)
    if (html !== undefined) await writeFile(html, pageOf(this.#all))
  }
}
