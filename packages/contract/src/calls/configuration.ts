import { defineCall } from '../call.ts'
import { appSettings } from '../entities/organisation.ts'

/** The start-up configuration file at the site's root. */
export const configuration = defineCall({
  name: 'configuration',
  summary: 'The start-up configuration',
  source: 'spec 1 §3',
  method: 'GET',
  base: 'site',
  path: 'config.json',
  access: 'anyone',
  reply: appSettings,
  refusals: [],
})
