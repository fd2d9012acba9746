import { createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { statementProblem } from '@sitwell/exam/courses/xapi/check-statement'
import { type Statement, sayingOf } from '@sitwell/exam/courses/xapi/statement'
import { type Fields, isFields } from '@sitwell/exam/courses/xapi/values'
import { LrsRefusal } from './lrs-request.ts'
import { type Attachment, attachmentsNamedIn } from './multipart-mixed.ts'

const usageOfSignature = 'http://adlnet.gov/expapi/attachments/signature'
/** The algorithms that xAPI takes, as JSON Web Signature names them. */
const digests: Readonly<Record<string, string>> = { RS256: 'sha256', RS384: 'sha384', RS512: 'sha512' }
const leastKeyBits = 2048
const base64url = /^[\w-]+$/

const refuse = (why: string): never => {
  throw new LrsRefusal(400, `The signature of a statement ${why}.`)
}

const fieldsOf = (part: string, what: string): Fields => {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url')))
  } catch {
    return refuse(`has ${what} that is no JSON`)
  }
  return isFields(value) ? value : refuse(`has ${what} that is not an object`)
}

/** The public key of the certificate that a signature brings; undefined if it brings none, which xAPI allows. */
const keyIn = ({ x5c }: Fields): KeyObject | undefined => {
  if (x5c === undefined) return undefined
  const [first]: readonly unknown[] = Array.isArray(x5c) ? x5c : []
  if (typeof first !== 'string') return refuse('has no certificate in x5c')
  let key: KeyObject
  try {
    key = createPublicKey(new X509Certificate(Buffer.from(first, 'base64')).publicKey.export({ type: 'spki', format: 'pem' }))
  } catch {
    return refuse('has a certificate that can not be read')
  }
  const isStrong = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= leastKeyBits
  return isStrong ? key : refuse(`has a certificate that is not of RSA with ${leastKeyBits} bits`)
}

const isSignature = ({ usageType }: Fields) => usageType === usageOfSignature

/** Hashes of what a statement carries besides its signature. */
const carried = (statement: Fields) =>
  attachmentsNamedIn(statement)
    .filter((one) => !isSignature(one))
    .map(({ sha2 }) => String(sha2).toLowerCase())
    .sort()
    .join()

/** Whether what was signed is this statement: what a store may have added since isn't in it. */
const isOf = (statement: Statement, signed: Statement): boolean =>
  sayingOf(signed) === sayingOf(statement) &&
  carried(signed) === carried(statement) &&
  (signed.id === undefined || signed.id.toLowerCase() === statement.id?.toLowerCase()) &&
  (signed.timestamp === undefined || Date.parse(signed.timestamp) === Date.parse(statement.timestamp ?? ''))

const checkOne = (statement: Statement, one: Fields, given: ReadonlyMap<string, Attachment>) => {
  if (String(one.contentType).toLowerCase() !== 'application/octet-stream') refuse('has to be application/octet-stream')
  const bytes = given.get(String(one.sha2).toLowerCase())?.bytes
  if (!bytes) return refuse('has to come with its bytes')
  const parts = Buffer.from(bytes).toString('latin1').split('.')
  const [head, payload, signature] = parts
  const isForm = parts.length === 3 && parts.every((part) => base64url.test(part))
  if (!isForm || head === undefined || payload === undefined || signature === undefined)
    return refuse('is no JSON Web Signature in its compact form')
  const header = fieldsOf(head, 'a header')
  const digest = Object.hasOwn(digests, String(header.alg)) ? digests[String(header.alg)] : undefined
  if (digest === undefined) return refuse('is of another algorithm than RS256, RS384 and RS512')
  // It names what has to be understood to take it; nothing of that is.
  if (header.crit !== undefined) refuse('asks for what this store does not know')
  const signed = fieldsOf(payload, 'a content')
  // What has just been found to be one.
  if (statementProblem(signed) !== undefined || !isOf(statement, signed as unknown as Statement))
    refuse('is of another statement')
  const key = keyIn(header)
  if (key && !verify(digest, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')))
    refuse('does not hold by its certificate')
}

/**
 * Checks the signatures of a statement (xAPI 1.0.3, 2.6): their form, that they are of this statement, and, where one brings its
 * certificate, that it was made with that key. Whose the certificate is, is for whoever reads the statement. Throws a refusal.
 */
export const checkSignatures = (statement: Statement, given: ReadonlyMap<string, Attachment>): void => {
  for (const one of attachmentsNamedIn(statement).filter(isSignature)) checkOne(statement, one, given)
}
