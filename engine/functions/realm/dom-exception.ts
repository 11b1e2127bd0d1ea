/**
 * `DOMException` of a realm. Evaluated inside the realm, see host.ts. https://webidl.spec.whatwg.org/#idl-DOMException
 */

export type DomExceptionClass = new (message?: string, name?: string) => Error;

export function setUpDomException(): DomExceptionClass {
  // In the order of their codes, from 1. A name that the standard's table lacks has no error name below.
  const CODES = [
    "INDEX_SIZE_ERR",
    "DOMSTRING_SIZE_ERR",
    "HIERARCHY_REQUEST_ERR",
    "WRONG_DOCUMENT_ERR",
    "INVALID_CHARACTER_ERR",
    "NO_DATA_ALLOWED_ERR",
    "NO_MODIFICATION_ALLOWED_ERR",
    "NOT_FOUND_ERR",
    "NOT_SUPPORTED_ERR",
    "INUSE_ATTRIBUTE_ERR",
    "INVALID_STATE_ERR",
    "SYNTAX_ERR",
    "INVALID_MODIFICATION_ERR",
    "NAMESPACE_ERR",
    "INVALID_ACCESS_ERR",
    "VALIDATION_ERR",
    "TYPE_MISMATCH_ERR",
    "SECURITY_ERR",
    "NETWORK_ERR",
    "ABORT_ERR",
    "URL_MISMATCH_ERR",
    "QUOTA_EXCEEDED_ERR",
    "TIMEOUT_ERR",
    "INVALID_NODE_TYPE_ERR",
    "DATA_CLONE_ERR",
  ];
  const NAMES = [
    "IndexSizeError",
    "",
    "HierarchyRequestError",
    "WrongDocumentError",
    "InvalidCharacterError",
    "",
    "NoModificationAllowedError",
    "NotFoundError",
    "NotSupportedError",
    "InUseAttributeError",
    "InvalidStateError",
    "SyntaxError",
    "InvalidModificationError",
    "NamespaceError",
    "InvalidAccessError",
    "",
    "TypeMismatchError",
    "SecurityError",
    "NetworkError",
    "AbortError",
    "URLMismatchError",
    "QuotaExceededError",
    "TimeoutError",
    "InvalidNodeTypeError",
    "DataCloneError",
  ];

  class DOMException extends Error {
    readonly code: number;
    constructor(message = "", name = "Error") {
      super(String(message));
      this.name = String(name);
      this.code = this.name === "" ? 0 : NAMES.indexOf(this.name) + 1;
    }
    get [Symbol.toStringTag]() {
      return "DOMException";
    }
  }
  CODES.forEach((key, index) => {
    for (const holder of [DOMException, DOMException.prototype])
      Object.defineProperty(holder, key, {
        value: index + 1,
        enumerable: true,
      });
  });
  Object.defineProperty(globalThis, "DOMException", {
    value: DOMException,
    writable: true,
    configurable: true,
    enumerable: false,
  });
  return DOMException;
}
