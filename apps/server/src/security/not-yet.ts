import {
  adminLogin,
  forgotPassword,
  loginTokenCheck,
  mfaQrCode,
  mfaRemember,
  mfaReset,
  mfaSendEmail,
  mfaSendTextMessage,
  mfaVerify,
  passwordReset,
  setPasswordTokenCheck,
  studentLogin,
} from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'

const notAllowed = async () => refuse('NOT_ALLOWED', 'This server does not do this yet.')

/** The calls of the second step and of links, refused until their services stand. */
export const notYet: readonly ((ground: Ground) => ReturnType<typeof route>)[] = [
  () => route(loginTokenCheck, async () => ({ ok: true, value: { valid: false } })),
  () => route(setPasswordTokenCheck, async () => ({ ok: true, value: { resultCode: 3 } })),
  () => route(passwordReset, async () => ({ ok: true, value: { resultCode: 3 } })),
  () => route(forgotPassword, async () => ({ ok: true, value: { resultCode: 0 } })),
  () => route(studentLogin, notAllowed),
  () => route(adminLogin, notAllowed),
  () => route(mfaVerify, notAllowed),
  () => route(mfaQrCode, notAllowed),
  () => route(mfaSendEmail, notAllowed),
  () => route(mfaSendTextMessage, notAllowed),
  () => route(mfaReset, notAllowed),
  () => route(mfaRemember, notAllowed),
]
