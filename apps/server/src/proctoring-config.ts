import { readFileSync } from 'node:fs'
import { proctoringFlags } from '@sitwell/contract'
import * as z from 'zod'

/** An address of a provider's: over https, except for a stand-in on this very machine. */
const address = z
  .string()
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && (url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  }, 'has to be an https address')
  .refine((text) => !/[;,\s]/.test(text), 'has a sign that no address has')

const origin = address.refine((text) => URL.parse(text)?.origin === text, 'is no origin (https://name)')

const proctorio = z.strictObject({
  /** Where launch addresses are asked for, as the provider's representative gives it. */
  address,
  key: z.string().min(1),
  secret: z.string().min(1),
  /** Of the provider's own page, which holds the exam's in a frame and speaks with it. */
  origin: origin.default('https://getproctorio.com'),
  /** What it does at least, whatever a browser asks for. */
  options: z.array(z.enum(proctoringFlags)).default([...proctoringFlags]),
  /** Asks no provider, and leads straight to the exam: for trying out what comes around it. */
  debug: z.boolean().default(false),
})
export type ProctorioConfig = z.infer<typeof proctorio>

const integrityAdvocate = z.strictObject({
  /** Origin of the monitor's service. */
  address: origin.default('https://ca.integrityadvocateserver.com'),
  /** The key of its calls, in base64. */
  apiKey: z.base64().min(1),
})
export type IntegrityAdvocateConfig = z.infer<typeof integrityAdvocate>

const providers = z.strictObject({ proctorio: proctorio.optional(), integrityAdvocate: integrityAdvocate.optional() })
export type ProctoringProviders = z.infer<typeof providers>

const file = z.strictObject({ organisations: z.record(z.string().regex(/^\d+$/, 'is no id of an organisation'), providers) })

/** The providers of each organisation, by its id. */
export type ProctoringConfig = ReadonlyMap<number, ProctoringProviders>

/** Reads them. Throws an error that says what is wrong with the file, and nothing of what is in it. */
export const readProctoringConfig = (path: string): ProctoringConfig => {
  const read = file.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!read.success) throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  return new Map(Object.entries(read.data.organisations).map(([orgId, one]) => [Number(orgId), one]))
}
