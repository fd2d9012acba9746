import { joinMessages } from './catalogue.ts'
import { mfaMessages } from './mfa-messages.ts'
import { shellMessages } from './shell-messages.ts'
import { signInMessages } from './sign-in-messages.ts'

/** The default wording of every text before the sign-in; `app/messages.ts` adds the signed-in area's. */
export const defaultMessages = joinMessages([shellMessages, signInMessages, mfaMessages])
