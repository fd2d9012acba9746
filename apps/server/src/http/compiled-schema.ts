import type * as z from 'zod/mini'
import * as core from 'zod/v4/core'

/** The contract's schemas are interpreted, because a browser may forbid to compile them; here they may be, which halves their time. */
export const compiledSchema = (schema: z.ZodMiniType): core.$ZodType =>
  schema instanceof core.$ZodObject ? new core.$ZodObjectJIT(schema._zod.def) : schema
