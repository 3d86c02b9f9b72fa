/** The addresses that a link in a mail body may have; the server removes others. */
export const linkAddress = /^(https?:\/\/|mailto:|\/(?![/\\]))\S+$/i
