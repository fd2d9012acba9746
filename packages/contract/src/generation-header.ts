/**
 * The header of every reply to somebody who is signed in that names the generation of the server's database. Another one than before
 * says that the database may be an older one than what was acknowledged: what the browser holds is compared with it.
 */
export const generationHeader = 'sitwell-generation'
