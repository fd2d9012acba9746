/** Where statements are handed on to: an operator's own learning record store. */
export interface StatementsTo {
  /** Of its statements, `https://lrs.example/xapi/statements`. */
  readonly url: string
  /** The header that it knows this server by. */
  readonly authorization: string | undefined
}

interface Given {
  readonly url: string | undefined
  readonly user: string | undefined
  readonly password: string | undefined
  readonly token: string | undefined
}

const isHere = (hostname: string) => hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Undefined if nothing is to be handed on. Throws an error if it can't be used: what is sent names learners, and is sent with a secret. */
export const statementsTo = ({ url, user, password, token }: Given): StatementsTo | undefined => {
  if (url === undefined) {
    if (user !== undefined || password !== undefined || token !== undefined)
      throw new Error('SITWELL_LRS_URL: names no store, and there is a user, a password or a token for one')
    return undefined
  }
  const parsed = URL.parse(url)
  if (!parsed || (parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && isHere(parsed.hostname))))
    throw new Error('SITWELL_LRS_URL: has to be https, or http on this machine')
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '')
    throw new Error(
      'SITWELL_LRS_URL: has to be an address alone; SITWELL_LRS_USER and SITWELL_LRS_PASSWORD, or SITWELL_LRS_TOKEN go beside it',
    )
  if ((user === undefined) !== (password === undefined)) throw new Error('SITWELL_LRS_USER: goes with SITWELL_LRS_PASSWORD')
  if (user !== undefined && token !== undefined) throw new Error('SITWELL_LRS_TOKEN: goes without SITWELL_LRS_USER')
  const basic = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return {
    url: `${parsed.href.replace(/\/+$/, '').replace(/\/statements$/, '')}/statements`,
    authorization: token === undefined ? basic : `Bearer ${token}`,
  }
}
