# SPDX-License-Identifier: GPL-2.0-or-later
"""serve.py [FOLDER]: YADE as a contact law that another program asks, one step at a time.

serve-code becomes this program; protocol.h says what it is asked, over descriptor 3. FOLDER has YADE's
Python modules; without it they are looked for where Debian has them. The lines name classes and numbers:
what derives from Material, IGeomFunctor, IPhysFunctor or LawFunctor, and attributes of it. Nothing of a
line is ever evaluated.
"""
import contextlib
import glob
import math
import os
import struct
import sys

LINE = 3
BEGIN, STEP, LOOK = range(3)
QUESTION = struct.Struct("4d9d9d")
ANSWER = struct.Struct("2d12d")


def read(size):
    parts = b""
    while len(parts) < size:
        part = os.read(LINE, size - len(parts))
        if not part:
            os._exit(0)
        parts += part
    return parts


def write(data):
    while data:
        data = data[os.write(LINE, data):]


def say(state, text):
    data = text.encode("ascii", "replace")[:1000]
    write(ANSWER.pack(state, len(data), *[0] * 12) + data)


def load(folders):
    """YADE's modules, and the folder they are in."""
    for folder in folders:
        if os.path.exists(os.path.join(folder, "yade", "__init__.py")):
            sys.path.insert(0, folder)
            import yade
            import yade.config
            import yade.wrapper
            with contextlib.suppress(OSError):  # it makes one in /tmp
                os.rmdir(os.path.dirname(yade.wrapper.Omega().tmpFilename()))
            with open("head", "w") as head:
                head.write("YADE " + yade.config.version + "\n")
            return yade.wrapper, folder
    raise ImportError("no module yade in " + ", ".join(folders or ["/usr/lib/*/yade-double/py"]))


def number(text):
    if text in ("True", "False"):
        return text == "True"
    try:
        return int(text)
    except ValueError:
        return float(text)


class Contact:
    """Two bodies, body 0 perhaps a wall, and what acts between them."""

    def __init__(self, wrapper):
        from yade.minieigenHP import Quaternion, Vector3
        self.w, self.vector, self.quaternion = wrapper, Vector3, Quaternion
        self.scene = wrapper.Omega()
        self.kinds = (wrapper.Material, wrapper.IGeomFunctor, wrapper.IPhysFunctor, wrapper.LawFunctor)

    def make(self, line):
        """What a line names, made, and which kind it is."""
        name, *attributes = line.split()
        cls = getattr(self.w, name, None)
        kind = [k for k in self.kinds if isinstance(cls, type) and issubclass(cls, k)]
        if not kind:
            raise ValueError(name + " is none of YADE's materials (Material), and none of its functors of "
                             "geometry (IGeomFunctor), physics (IPhysFunctor) and law (LawFunctor)")
        thing = cls()
        for attribute in attributes:
            key, value = attribute.split("=")
            if key not in thing.dict():
                raise ValueError(name + " has no attribute " + key)
            try:
                setattr(thing, key, number(value))
            except Exception:
                setattr(thing, key, float(value))
        return kind[0], thing

    def material(self, materials, body, density):
        name, made = materials[min(body, len(materials) - 1)]
        thing = made()[1]
        if density == density:
            thing.density = density
        return thing

    def body(self, material, place, radius, density, fixed, wall):
        body = self.w.Body()
        body.shape = self.w.Wall(axis=0, sense=1) if wall else self.w.Sphere(radius=radius)
        body.mat = material
        body.state = material.newAssocState()  # some laws have states of their own
        body.state.pos = body.state.refPos = self.vector(place, 0, 0)
        if not wall:
            mass = 4 / 3 * math.pi * radius**3 * density
            body.state.mass = mass
            body.state.inertia = self.vector(*[0.4 * mass * radius**2] * 3)
        body.aspherical = False
        body.dynamic = not (fixed or wall)
        return body

    def begin(self, text):
        """All objects are new each time: YADE crashes on functors that have been used before."""
        lines = text.splitlines()
        wall = lines[0] == "wall"
        bodies = [[float(x) for x in line.split()] for line in lines[1:3]]
        made = {kind: [] for kind in self.kinds}
        self.scene.reset()
        for count, line in enumerate(lines[3:], 4):
            with open("line", "w") as file:
                file.write("%d\n" % count)
            kind, thing = self.make(line)
            made[kind].append((line, thing) if kind is not self.w.Material
                              else (line, lambda line=line: self.make(line)))
        with open("line", "w") as file:
            file.write("0\n")
        for kind in self.kinds:
            if not made[kind]:
                raise ValueError("no line names a " + kind.__name__)
        self.bodies = []
        for i, (radius, density, fixed) in enumerate(bodies):
            material = self.material(made[self.w.Material], i, density)
            place = 0 if i == 0 else 1.2 * (radius + (0 if wall else bodies[0][0]))
            self.bodies.append(self.body(material, place, radius, density, fixed, wall and i == 0))
            self.scene.materials.append(material)
        self.scene.bodies.append(self.bodies)
        self.lines = [[line for line, thing in made[kind]] for kind in self.kinds[1:]]
        self.work_by([[thing for line, thing in made[kind]] for kind in self.kinds[1:]])
        self.scene.step()

    def work_by(self, functors):
        self.scene.engines = [
            self.w.ForceResetter(),
            self.w.InsertionSortCollider([self.w.Bo1_Sphere_Aabb(aabbEnlargeFactor=1.5), self.w.Bo1_Wall_Aabb()],
                                         verletDist=0),
            self.w.InteractionLoop(*functors)]

    def step(self, question):
        what, dt, count, length = question[:4]
        self.scene.dt = dt or 1e-12  # of a look: too short to shear
        for i in range(2 - int(count), 2):
            place, velocity, spin = (self.vector(*question[4 + 9 * i + k:7 + 9 * i + k]) for k in (0, 3, 6))
            state = self.bodies[i].state
            state.pos, state.vel, state.angVel = place, velocity, spin
            rate = spin.norm()
            if rate > 0:
                state.ori = self.quaternion(spin / rate, rate * self.scene.dt) * state.ori
        self.scene.step()
        forces = self.scene.forces
        values = [x for get in (forces.f, forces.t) for i in range(2) for x in get(i, True)]
        write(ANSWER.pack(0, 0, *values))

    def contact(self):
        """What the contact remembers: its geometry and physics; none if there is no contact."""
        contacts = self.scene.interactions
        there = contacts.has(0, 1, True) and contacts[0, 1].isReal
        return [contacts[0, 1].geom, contacts[0, 1].phys] if there else []

    def look(self, question):
        """A step, after which bodies and contact are again what they were. Functors may remember the first contact that
        they made (setCohesionNow), and show it in no attribute."""
        kept = [(part, part.dict()) for part in self.contact()]
        turned = [body.state.ori for body in self.bodies]
        self.step(question)
        if not kept and self.contact():
            self.scene.interactions.erase(0, 1)
            self.work_by([[self.make(line)[1] for line in lines] for lines in self.lines])
        if kept and not self.contact():
            raise ValueError("a contact was lost where a force was to be held")
        for part, attributes in kept:
            part.updateAttrs(attributes)
        for body, orientation in zip(self.bodies, turned):
            body.state.ori = orientation


def serve(contact):
    while True:
        question = QUESTION.unpack(read(QUESTION.size))
        if question[0] == BEGIN:
            contact.begin(read(int(question[3])).decode("ascii"))
            say(0, "")
        elif question[0] == LOOK:
            contact.look(question)
        else:
            contact.step(question)


def main():
    try:
        wrapper, folder = load(sys.argv[1:] or sorted(glob.glob("/usr/lib/*/yade-double/py")))
        say(0, folder)
        serve(Contact(wrapper))
    except Exception as error:
        say(1, "%s: %s" % (type(error).__name__, error))
    finally:
        os._exit(1)


main()
