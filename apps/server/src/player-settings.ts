import { readFileSync } from 'node:fs'
import { appSettings, supportedBrowser } from '@sitwell/contract'
import * as z from 'zod'

/** What an operator may add to the player's start-up file, in a JSON file of the same field names. */
const playerSettings = z.strictObject({
  supportedBrowsers: z.array(supportedBrowser).optional(),
  pdfSupportedBrowsers: z.array(supportedBrowser).optional(),
  scormServer: z.string().optional(),
  produceRandomNetworkErrors: appSettings.shape.produceRandomNetworkErrors,
  simulateExtension: appSettings.shape.simulateExtension,
})
export type PlayerSettings = z.infer<typeof playerSettings>

/** Reads them. Throws an error that says what is wrong with the file. */
export const readPlayerSettings = (path: string): PlayerSettings => {
  const read = playerSettings.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (read.success) return read.data
  throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
}
