// A target of C needs a header.
