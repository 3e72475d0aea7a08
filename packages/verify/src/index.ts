// Checks what the platform hands out, with nothing but money, engine and proof: in a browser and on
// the command line.
export {};
