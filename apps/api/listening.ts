/** What to say, for whoever starts the site, when one cannot listen on an address. */
export function listeningComplaint(error: unknown, { host, port }: { readonly host: string; readonly port: number }): string {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program: stop that one, or set PORT.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`
    default:
      return `This machine cannot listen on ${host} (${code ?? message}): set HOST to one of its addresses.`
  }
}
