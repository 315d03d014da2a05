/** Where the endpoints are: `vite.config.mjs` writes it from the endpoint objects. */
declare module 'virtual:addresses' {
  const addresses: import('../client/api.js').Addresses;
  export default addresses;
}
