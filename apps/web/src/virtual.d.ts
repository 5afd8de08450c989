/** Made by contracts-plugin.ts at build time. */
declare module 'virtual:contracts' {
  export const endpoints: unknown
  export const LIST_PAGE: number
  export const NAME_LENGTH: { readonly min: number; readonly max: number }
  export const PASSWORD_LENGTH: { readonly min: number; readonly max: number }
}
