import { joinMessages } from './catalogue.ts'
import { rubricMessages } from './rubric-messages.ts'
import { schedulesMessages } from './schedules-messages.ts'
import { shellMessages } from './shell-messages.ts'
import { signInMessages } from './sign-in-messages.ts'

/** The default wording of every text outside the exam; `app/messages.ts` adds the exam's and the question panels'. */
export const defaultMessages = joinMessages([shellMessages, signInMessages, rubricMessages, schedulesMessages])
